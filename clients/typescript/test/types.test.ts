import assert from "node:assert/strict";
import { test } from "node:test";
import ts from "typescript";

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
