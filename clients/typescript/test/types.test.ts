import assert from "node:assert/strict";
import { test } from "node:test";
import ts from "typescript";
import type { Problem } from "../src/index.js";

/** The places where a file of this package says `any`, or declares or returns a value of this type. */
function placesOfAny(): { files: number; places: string[] } {
  const config = ts.getParsedCommandLineOfConfigFile("tsconfig.json", undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (problem) => assert.fail(String(problem.messageText)),
  });
  assert.ok(config);
  const program = ts.createProgram(config.fileNames, config.options);
  const checker = program.getTypeChecker();
  const files = program.getSourceFiles().filter((file) => config.fileNames.includes(file.fileName));
  const places: string[] = [];
  for (const file of files) {
    const isGenerated = file.fileName.endsWith("/schema.ts");
    const visit = (node: ts.Node): void => {
      const isAny =
        node.kind === ts.SyntaxKind.AnyKeyword ||
        (!isGenerated && typesOf(node, checker).some(({ flags }) => (flags & ts.TypeFlags.Any) !== 0));
      if (isAny) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart());
        places.push(`${file.fileName}:${line + 1} ${node.parent.getText().slice(0, 80)}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return { files: files.length, places };
}

/** The types of a declared value, or of the result of a function. */
function typesOf(node: ts.Node, checker: ts.TypeChecker): ts.Type[] {
  const isDeclared = ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node);
  if (isDeclared && ts.isIdentifier(node.name)) {
    return [checker.getTypeAtLocation(node.name)];
  }
  const signature = ts.isFunctionLike(node) ? checker.getSignatureFromDeclaration(node) : undefined;
  return signature === undefined ? [] : [checker.getReturnTypeOfSignature(signature)];
}

test("neither the generated nor the written code has the type any", () => {
  const { files, places } = placesOfAny();
  assert.ok(files >= 3, `${files} files`);
  assert.deepEqual(places, []);
});

/** Compiles only if the types of problems are known: the last case has none left. */
function isWorthRepeating(problem: Problem): boolean {
  switch (problem.type) {
    case "urn:plaza:problem:too-many-requests":
    case "urn:plaza:problem:unavailable":
      return true;
    case "urn:plaza:problem:malformed":
    case "urn:plaza:problem:unauthenticated":
    case "urn:plaza:problem:forbidden":
    case "urn:plaza:problem:protected":
    case "urn:plaza:problem:suspended":
    case "urn:plaza:problem:not-found":
    case "urn:plaza:problem:method-not-allowed":
    case "urn:plaza:problem:conflict":
    case "urn:plaza:problem:erased":
    case "urn:plaza:problem:precondition-failed":
    case "urn:plaza:problem:too-large":
    case "urn:plaza:problem:unsupported-media-type":
    case "urn:plaza:problem:rule-broken":
    case "urn:plaza:problem:collection-full":
      return false;
    default:
      return problem.type satisfies never;
  }
}

test("a switch over the type of a problem can be exhaustive", () => {
  const problem = { title: "", status: 503, detail: "Later." };
  assert.ok(isWorthRepeating({ ...problem, type: "urn:plaza:problem:unavailable" }));
  assert.ok(!isWorthRepeating({ ...problem, type: "urn:plaza:problem:conflict" }));
});
