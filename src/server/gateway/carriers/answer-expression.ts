/**
 * Compiles the expression by which an operator tells a provider's success: a closed subset of CEL
 * without side effects.
 */
import { Environment } from '@marcbachmann/cel-js';
import type { ASTNode } from '@marcbachmann/cel-js';

// --- conditions over an answer
// --------------------------------------------------------------------------------------

const OPERATORS = new Set([
  'value',
  'id',
  'list',
  '.',
  '[]',
  '?:',
  '||',
  '&&',
  '!_',
  '-_',
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'in',
  'rcall',
]);

const METHODS = new Set(['startsWith', 'endsWith', 'contains', 'size']);

const language = new Environment({
  limits: { maxAstNodes: 60, maxDepth: 12, maxListElements: 50, maxCallArguments: 1 },
})
  .registerVariable('status', 'int')
  .registerVariable('body', 'string')
  .registerVariable('result', 'dyn');

const compiled = new Map<
  string,
  (facts: { status: number; body: string; result: unknown }) => boolean | undefined
>();

/**
 * A condition over `status`, `body` (the answer's text) and `result` (its JSON, or the message's
 * part of it): comparisons, and the beginnings, ends and contents of texts. It has no loops, so its
 * cost is bounded by its length.
 * @returns undefined where it reads a member that the answer lacks: it then says nothing
 * @throws Error that tells a person why the expression cannot be used
 */
export function compileAnswerExpression(
  source: string,
): (facts: { status: number; body: string; result: unknown }) => boolean | undefined {
  const known = compiled.get(source);
  if (known) return known;
  let run: (facts: Record<string, unknown>) => unknown;
  try {
    const parsed = language.parse(source);
    allow(parsed.ast);
    run = parsed;
  } catch (error) {
    throw new Error((error instanceof Error ? error.message : String(error)).split('\n')[0], {
      cause: error,
    });
  }
  const expression = ({
    status,
    body,
    result,
  }: {
    status: number;
    body: string;
    result: unknown;
  }) => {
    try {
      return run({ status: BigInt(status), body, result: result ?? {} }) === true;
    } catch {
      return undefined; // it reads a member that this answer lacks
    }
  };
  if (compiled.size > 200) compiled.clear();
  compiled.set(source, expression);
  return expression;
}

function allow(node: ASTNode): void {
  if (!OPERATORS.has(node.op)) throw new Error(`${node.op} cannot be used here`);
  if (node.op === 'value' || node.op === 'id') return;
  if (node.op === 'rcall' && !METHODS.has(node.args[0]))
    throw new Error(`${node.args[0]}() cannot be used here`);
  for (const next of [node.args].flat(2))
    if (typeof next === 'object' && next !== null && 'op' in next) allow(next as ASTNode);
}
