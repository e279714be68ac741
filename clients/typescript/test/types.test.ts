import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import ts from "typescript";

const sources = new URL("../../src/", import.meta.url);

/** Returns the places of a file in which a type is left open. */
function openTypes(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(new URL(file, sources), "utf8"), ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      found.push(`${file}:${line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test("neither the written nor the generated code leaves a type open", () => {
  const files = readdirSync(sources).filter((file) => file.endsWith(".ts"));
  assert.deepEqual(files.sort(), ["index.ts", "schema.ts"]);
  assert.deepEqual(files.flatMap(openTypes), []);
});
