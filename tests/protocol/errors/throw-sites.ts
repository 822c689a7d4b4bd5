import { join, relative } from "node:path";
import ts from "typescript";
import type { Reader } from "../../../src/text/words.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** Stands for what is known only when the error is made. */
const ANYTHING = "[\\s\\S]*";

/** A place in `src` that makes an error. */
export interface ThrowSite {
  /** `src/tempo/pages.ts:35` */
  place: string;
  /** The file and what the message is made of, for a site whose text is written elsewhere. */
  source: string;
  /** Fits a text that holds the site's own words, in order. */
  pattern: RegExp;
  /** The site's own words for a user of a shell, with its next step. */
  inShell: string;
  /** False where all of the message comes from elsewhere. */
  hasWords: boolean;
}

/** Every place in `src` that makes a `TimesheetError`, of whichever subclass, named or in a variable. */
export function throwSites(): ThrowSite[] {
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent({ ...config, include: ["src"] }, ts.sys, ROOT);
  const program = ts.createProgram(fileNames, options);
  const checker = program.getTypeChecker();

  const isTimesheetError = (type: ts.Type): boolean =>
    type.symbol?.name === "TimesheetError" ||
    (type.isClass() && checker.getBaseTypes(type).some(isTimesheetError));

  /** All possible texts of a message for a reader, as the source of a regular expression. */
  function wordsOf(node: ts.Expression | undefined, reader: Reader): string {
    const part = (inner: ts.Expression | undefined) => wordsOf(inner, reader);
    if (!node) return "";
    if (ts.isStringLiteralLike(node)) return escaped(node.text);
    if (ts.isTaggedTemplateExpression(node)) return part(node.template);
    if (ts.isTemplateExpression(node)) {
      const spans = node.templateSpans.map(
        ({ expression, literal }) => part(expression) + escaped(literal.text),
      );
      return escaped(node.head.text) + spans.join("");
    }
    if (ts.isObjectLiteralExpression(node)) return part(propertyOf(node, reader));
    if (ts.isParenthesizedExpression(node)) return part(node.expression);
    if (ts.isConditionalExpression(node)) return `(?:${part(node.whenTrue)}|${part(node.whenFalse)})`;
    if (ts.isBinaryExpression(node)) {
      const [left, right] = [part(node.left), part(node.right)];
      return node.operatorToken.kind === ts.SyntaxKind.PlusToken ? left + right : `(?:${left}|${right})`;
    }
    const constant = ts.isIdentifier(node) ? constantOf(node) : undefined;
    if (constant) return part(constant);
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression: list, name } = node.expression;
      if (name.text === "join" && ts.isArrayLiteralExpression(list))
        return list.elements.map(part).join(ANYTHING);
    }
    return ANYTHING;
  }

  function propertyOf({ properties }: ts.ObjectLiteralExpression, wanted: string): ts.Expression | undefined {
    return properties.filter(ts.isPropertyAssignment).find(({ name }) => name.getText() === wanted)
      ?.initializer;
  }

  /** The next step in the arguments of an error. */
  function nextIn(args: readonly ts.Expression[]): ts.Expression | undefined {
    for (const arg of args) {
      const options = ts.isIdentifier(arg) ? constantOf(arg) : arg;
      const next = options && ts.isObjectLiteralExpression(options) && propertyOf(options, "next");
      if (next) return next;
    }
    return undefined;
  }

  function constantOf(name: ts.Identifier): ts.Expression | undefined {
    const symbol = checker.getSymbolAtLocation(name);
    const isImported = symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    const declaration = (isImported ? checker.getAliasedSymbol(symbol) : symbol)?.valueDeclaration;
    const isConstant =
      declaration !== undefined &&
      ts.isVariableDeclaration(declaration) &&
      (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
    return isConstant ? declaration.initializer : undefined;
  }

  const sites: ThrowSite[] = [];
  function visit(node: ts.Node): void {
    if (ts.isNewExpression(node) && isTimesheetError(checker.getTypeAtLocation(node))) {
      const file = node.getSourceFile();
      const path = relative(ROOT, file.fileName).replaceAll("\\", "/");
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      const [message, ...others] = node.arguments ?? [];
      const pattern = wordsOf(message, "assistant");
      sites.push({
        place: `${path}:${line + 1}`,
        source: `${path}: ${message?.getText() ?? ""}`,
        pattern: new RegExp(pattern),
        inShell: `${wordsOf(message, "shell")} ${wordsOf(nextIn(others), "shell")}`.replaceAll(ANYTHING, "…"),
        hasWords: /\p{L}/u.test(pattern.replaceAll(ANYTHING, "")),
      });
    }
    ts.forEachChild(node, visit);
  }
  for (const name of fileNames) {
    const file = program.getSourceFile(name);
    if (file) visit(file);
  }
  return sites;
}

/** The place of a site, and its text with dots for the variable parts. */
export function describeSite({ place, pattern }: ThrowSite): string {
  return `${place}  ${pattern.source.replaceAll(ANYTHING, "…").replaceAll("\\", "")}`;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
