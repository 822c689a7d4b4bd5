import { readdir, readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import ts from "typescript";

/** A regular expression in a source file. */
export interface Pattern {
  /** The path from the project's folder, with slashes. */
  file: string;
  line: number;
  /** The expression as the file has it. */
  code: string;
  /** Undefined if it is made of texts that are not constant. */
  made?: { source: string; flags: string };
}

/** The patterns of the contracts are made by `RegExp` there. The literals are those of a library, for formats that no contract uses. */
const GENERATED = "src/generated/";

type Files = ReadonlyMap<string, ts.SourceFile>;

/**
 * Finds every regular expression below `src` of a project: the literals, and what `RegExp` makes. One that a function makes of its
 * argument is found once for each argument.
 */
export async function findPatterns(root: string): Promise<Pattern[]> {
  const paths = (await readdir(join(root, "src"), { recursive: true }))
    .map((path) => `src/${path.replaceAll("\\", "/")}`)
    .filter((path) => /\.(tsx?|js)$/.test(path))
    .sort();
  const files = new Map<string, ts.SourceFile>();
  for (const path of paths) {
    const text = await readFile(join(root, path), "utf8");
    files.set(path, ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  }
  return [...files.values()].flatMap((file) => patternsIn(file, files));
}

function patternsIn(file: ts.SourceFile, files: Files): Pattern[] {
  const patterns: Pattern[] = [];
  visit(file, (node) => {
    const all = expressionsOf(node, files);
    if (!all) return;
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    const place = { file: file.fileName, line, code: node.getText() };
    patterns.push(...(all === "unknown" ? [place] : all.map((made) => ({ ...place, made }))));
  });
  return patterns;
}

function visit(node: ts.Node, onNode: (node: ts.Node) => void): void {
  onNode(node);
  ts.forEachChild(node, (child) => visit(child, onNode));
}

/** Undefined for a node that is no regular expression. */
function expressionsOf(node: ts.Node, files: Files): NonNullable<Pattern["made"]>[] | "unknown" | undefined {
  if (ts.isRegularExpressionLiteral(node) && !node.getSourceFile().fileName.startsWith(GENERATED)) {
    const end = node.text.lastIndexOf("/");
    return [{ source: node.text.slice(1, end), flags: node.text.slice(end + 1) }];
  }
  const isCall = ts.isCallExpression(node) || ts.isNewExpression(node);
  if (!isCall || node.expression.getText() !== "RegExp") return undefined;
  const [source, flags] = node.arguments ?? [];
  const sources = source && textsOf(source, files);
  const [known] = flags ? (textsOf(flags, files) ?? []) : [""];
  return sources && known !== undefined ? sources.map((text) => ({ source: text, flags: known })) : "unknown";
}

/** All texts that an expression may have; undefined if they are not constant. */
function textsOf(node: ts.Expression, files: Files): string[] | undefined {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) return textsOfTemplate(node, ({ text }) => text, files);
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === "String.raw") {
    const raw = ({ rawText = "" }: ts.TemplateLiteralLikeNode) => rawText;
    return ts.isTemplateExpression(node.template)
      ? textsOfTemplate(node.template, raw, files)
      : [raw(node.template)];
  }
  if (ts.isIdentifier(node)) return allOf(valuesOf(node, files)?.map((value) => textsOf(value, files)));
  return ts.isCallExpression(node) ? textsOfJoin(node, files) : undefined;
}

function textsOfTemplate(
  { head, templateSpans }: ts.TemplateExpression,
  read: (part: ts.TemplateLiteralLikeNode) => string,
  files: Files,
): string[] | undefined {
  const parts = templateSpans.flatMap(({ expression, literal }) => [
    textsOf(expression, files),
    [read(literal)],
  ]);
  return together([[read(head)], ...parts]);
}

/** The texts of `list.join("…")`. */
function textsOfJoin({ expression, arguments: args }: ts.CallExpression, files: Files): string[] | undefined {
  if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== "join") return undefined;
  const list = expression.expression;
  const [separator] = args;
  if (!ts.isArrayLiteralExpression(list) || !separator) return undefined;
  const between = textsOf(separator, files);
  return together(
    list.elements.flatMap((element, index) => [...(index === 0 ? [] : [between]), textsOf(element, files)]),
  );
}

/** The texts that are made of one of each part. */
function together(parts: readonly (string[] | undefined)[]): string[] | undefined {
  return parts.reduce<string[] | undefined>(
    (starts, ends) => ends && starts?.flatMap((start) => ends.map((end) => start + end)),
    [""],
  );
}

function allOf(lists: readonly (string[] | undefined)[] | undefined): string[] | undefined {
  return lists?.every((list) => list !== undefined) ? lists.flat() : undefined;
}

/** The values of a constant, of one that is imported, or of a parameter of a function that only its own file calls. */
function valuesOf({ text: name, parent }: ts.Identifier, files: Files): ts.Expression[] | undefined {
  for (let scope: ts.Node | undefined = parent; scope; scope = scope.parent) {
    if (ts.isFunctionDeclaration(scope)) {
      const place = scope.parameters.findIndex((parameter) => parameter.name.getText() === name);
      if (place >= 0) return argumentsOf(scope, place);
    }
    if (ts.isBlock(scope) || ts.isSourceFile(scope)) {
      const value = constantIn(scope, name, files);
      if (value) return [value];
    }
  }
  return undefined;
}

function argumentsOf({ name, modifiers }: ts.FunctionDeclaration, place: number) {
  const found: ts.Expression[] = [];
  if (!name || modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return undefined;
  visit(name.getSourceFile(), (other) => {
    if (!ts.isCallExpression(other) || other.expression.getText() !== name.text) return;
    const argument = other.arguments[place];
    if (argument) found.push(argument);
  });
  // A function that is passed on is called elsewhere.
  return found.length > 0 ? found : undefined;
}

function constantIn(scope: ts.Block | ts.SourceFile, name: string, files: Files): ts.Expression | undefined {
  for (const statement of scope.statements) {
    if (ts.isVariableStatement(statement) && statement.declarationList.flags & ts.NodeFlags.Const) {
      const found = statement.declarationList.declarations.find((each) => each.name.getText() === name);
      if (found) return found.initializer;
    }
    if (ts.isImportDeclaration(statement)) {
      const bindings = statement.importClause?.namedBindings;
      const imported =
        bindings && ts.isNamedImports(bindings) && bindings.elements.find((each) => each.name.text === name);
      if (!imported || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
      const path = posix.join(posix.dirname(scope.getSourceFile().fileName), statement.moduleSpecifier.text);
      const file = files.get(path);
      return file && constantIn(file, (imported.propertyName ?? imported.name).text, files);
    }
  }
  return undefined;
}
