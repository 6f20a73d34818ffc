import {
  type Expression,
  isAwaitExpression,
  isBigIntLiteral,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isIdentifier,
  isIfStatement,
  isImportDeclaration,
  isNumericLiteral,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isReturnStatement,
  isTypeNode,
  type Node,
  type ReturnStatement,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';

/** One small change of a source text: the characters from `start` up to `end` become `replace`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly replace: string;
}

/** What an operator or a word can become. Those that make no valid types are left to the type check. */
export const SWAPS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    '<': ['<=', '>='],
    '<=': ['<', '>'],
    '>': ['>=', '<='],
    '>=': ['>', '<'],
    '===': ['!=='],
    '!==': ['==='],
    '&&': ['||'],
    '||': ['&&'],
    '+': ['-'],
    '-': ['+'],
    '+=': ['-='],
    '-=': ['+='],
    some: ['every'],
    every: ['some'],
    min: ['max'],
    max: ['min'],
    true: ['false'],
    false: ['true'],
  }),
);

/** Every change of `source` that is tried: operators, conditions, constants and early returns. */
export function editsOf(source: SourceFile): readonly Edit[] {
  const edits: Edit[] = [];
  const change = (node: Node, ...replacements: readonly string[]) => {
    for (const replace of replacements) edits.push({ start: node.getStart(source), end: node.end, replace });
  };
  const swap = (node: Node) => change(node, ...(SWAPS.get(node.getText(source)) ?? []));
  const negate = (condition: Expression) => {
    const isPlain = !isBinaryExpression(condition) && !isPrefixUnaryExpression(condition);
    if (isPlain) change(condition, `!(${condition.getText(source)})`);
  };
  const visit = (node: Node): void => {
    if (isTypeNode(node) || isImportDeclaration(node)) return;
    if (isBinaryExpression(node)) swap(node.operatorToken);
    if (isPropertyAccessExpression(node) && isIdentifier(node.name)) swap(node.name);
    if (node.kind === SyntaxKind.TrueKeyword || node.kind === SyntaxKind.FalseKeyword) swap(node);
    if (isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken)
      change(node, node.operand.getText(source));
    if (isNumericLiteral(node)) change(node, `${Number(node.text) + 1}`, `${Number(node.text) - 1}`);
    if (isBigIntLiteral(node)) {
      const value = BigInt(node.getText(source).replaceAll('_', '').slice(0, -1));
      change(node, `${value + 1n}n`, `${value - 1n}n`);
    }
    if (isIfStatement(node)) negate(node.expression);
    if (isConditionalExpression(node)) negate(node.condition);
    if (isReturnStatement(node) && isEarly(node)) change(node, withoutReturn(node, source));
    node.forEachChild(visit);
  };
  visit(source);
  return edits;
}

/** A return that is all an if does. */
function isEarly(node: ReturnStatement): boolean {
  const { parent } = node;
  return isIfStatement(parent) || (isBlock(parent) && parent.statements.length === 1 && isIfStatement(parent.parent));
}

/** A call stays as a statement, anything else goes. */
function withoutReturn({ expression }: ReturnStatement, source: SourceFile): string {
  const stays = expression && (isCallExpression(expression) || isAwaitExpression(expression));
  return stays ? `${expression.getText(source)};` : '{}';
}
