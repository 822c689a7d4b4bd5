import { join, relative } from "node:path";
import ts from "typescript";

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

  /** All possible texts of a message, as the source of a regular expression. */
  function wordsOf(node: ts.Expression | undefined): string {
    if (!node) return "";
    if (ts.isStringLiteralLike(node)) return escaped(node.text);
    if (ts.isTemplateExpression(node)) {
      const spans = node.templateSpans.map(
        ({ expression, literal }) => wordsOf(expression) + escaped(literal.text),
      );
      return escaped(node.head.text) + spans.join("");
    }
    if (ts.isParenthesizedExpression(node)) return wordsOf(node.expression);
    if (ts.isConditionalExpression(node)) return `(?:${wordsOf(node.whenTrue)}|${wordsOf(node.whenFalse)})`;
    if (ts.isBinaryExpression(node)) {
      const [left, right] = [wordsOf(node.left), wordsOf(node.right)];
      return node.operatorToken.kind === ts.SyntaxKind.PlusToken ? left + right : `(?:${left}|${right})`;
    }
    if (ts.isIdentifier(node)) return wordsOfConstant(node);
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression: list, name } = node.expression;
      if (name.text === "join" && ts.isArrayLiteralExpression(list))
        return list.elements.map(wordsOf).join(ANYTHING);
    }
    return ANYTHING;
  }

  function wordsOfConstant(name: ts.Identifier): string {
    const declaration = checker.getSymbolAtLocation(name)?.valueDeclaration;
    const isConstant =
      declaration !== undefined &&
      ts.isVariableDeclaration(declaration) &&
      (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
    return isConstant && declaration.initializer ? wordsOf(declaration.initializer) : ANYTHING;
  }

  const sites: ThrowSite[] = [];
  function visit(node: ts.Node): void {
    if (ts.isNewExpression(node) && isTimesheetError(checker.getTypeAtLocation(node))) {
      const file = node.getSourceFile();
      const path = relative(ROOT, file.fileName).replaceAll("\\", "/");
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      const [message] = node.arguments ?? [];
      const pattern = wordsOf(message);
      sites.push({
        place: `${path}:${line + 1}`,
        source: `${path}: ${message?.getText() ?? ""}`,
        pattern: new RegExp(pattern),
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
