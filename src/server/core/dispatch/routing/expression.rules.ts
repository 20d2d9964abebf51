/**
 * Conditions over a message that operators write: a closed part of CEL. Nothing in it loops but over the tags, nothing
 * in it grows, so what an expression costs is known before it runs.
 */
import { Environment } from '@marcbachmann/cel-js';
import type { ASTNode } from '@marcbachmann/cel-js';
import { compileLinear, PATTERN_SIZE } from './patterns.rules.ts';
import { Unusable } from './config-fault.ts';

export const EXPRESSION_LENGTH = 500;
const NODES = 100;
const DEPTH = 16;

/** The variables of an expression. */
export type ExpressionFacts = {
  direction: string;
  from: string;
  to: string;
  text: string;
  user: string;
  group: string;
  connector: string;
  tags: string[];
  /** UTC: `2026-11-21`, `23:59:59`, 0 to 23, 0 (Sunday) to 6. */
  date: string;
  time: string;
  hour: bigint;
  weekday: bigint;
};

const OPERATORS = new Set([
  'value',
  'id',
  'list',
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
  'call',
  'rcall',
]);
const METHODS = new Set([
  'startsWith',
  'endsWith',
  'contains',
  'matches',
  'size',
  'lowerAscii',
  'upperAscii',
  'trim',
]);
const REWRITTEN = new Set([...METHODS, 'matchesLinear']);
const LOOPS = new Set(['exists', 'all']);

/** The patterns of the expression that runs: there is one thread, and an expression waits for nothing. */
let patterns: ReadonlyMap<string, (text: string) => boolean> = new Map();

const language = new Environment({
  limits: { maxAstNodes: NODES, maxDepth: DEPTH, maxListElements: 50, maxCallArguments: 2 },
})
  .registerVariable('direction', 'string')
  .registerVariable('from', 'string')
  .registerVariable('to', 'string')
  .registerVariable('text', 'string')
  .registerVariable('user', 'string')
  .registerVariable('group', 'string')
  .registerVariable('connector', 'string')
  .registerVariable('tags', 'list<string>')
  .registerVariable('date', 'string')
  .registerVariable('time', 'string')
  .registerVariable('hour', 'int')
  .registerVariable('weekday', 'int')
  // The language's own `matches` runs on an engine that some patterns stop.
  .registerFunction(
    'string.matchesLinear(string): bool',
    (text: string, pattern: string) => patterns.get(pattern)?.(text) ?? false,
  );

/**
 * Compiles an expression.
 * @throws Unusable
 */
export function compileExpression(source: string): (facts: ExpressionFacts) => boolean {
  if (source.trim() === '' || source.length > EXPRESSION_LENGTH)
    throw new Unusable('EXPRESSION_LENGTH', { most: EXPRESSION_LENGTH });
  const used = new Map<string, (text: string) => boolean>();
  const renames: number[] = [];
  let size = 0;
  walk(parse(source).ast, METHODS, undefined, (pattern, dot) => {
    const compiled = compileLinear(pattern);
    size += compiled.size;
    if (size > PATTERN_SIZE) throw new Unusable('PATTERN_SIZE', { size, most: PATTERN_SIZE });
    used.set(pattern, compiled.matches);
    renames.push(dot);
  });
  let written = source;
  for (const at of renames.sort((a, b) => b - a))
    written = `${written.slice(0, at)}${written.slice(at).replace(/^\.\s*matches/, '.matchesLinear')}`;
  const checked = language.check(written);
  if (!checked.valid) throw wrong(checked.error);
  if (String(checked.type) !== 'bool')
    throw new Unusable('EXPRESSION_TYPE', { type: String(checked.type) });
  const run = parse(written);
  // A comment between a text and its `matches` would have kept the other engine in.
  walk(run.ast, REWRITTEN, undefined, () => {
    throw new Unusable('EXPRESSION_MATCHES');
  });
  return (facts) => {
    patterns = used;
    return run(facts) === true;
  };
}

function parse(source: string) {
  try {
    return language.parse(source);
  } catch (error) {
    throw wrong(error);
  }
}

/** The language's own words, which are English. */
const wrong = (error: unknown) =>
  new Unusable('EXPRESSION_WRONG', {
    reason: (error instanceof Error ? error.message : String(error))
      .split('\n')[0]!
      .replace(/\.$/, ''),
  });

/** Refuses what could cost more than its length tells. @param loop the variable of the loop around, where there is one */
function walk(
  node: ASTNode,
  methods: ReadonlySet<string>,
  loop: string | undefined,
  onMatches: (pattern: string, dot: number) => void,
): void {
  if (!OPERATORS.has(node.op)) throw new Unusable('EXPRESSION_CLOSED', { name: node.op });
  const into = (next: ASTNode) => walk(next, methods, loop, onMatches);
  if (node.op === 'value') return;
  if (node.op === 'id') {
    if (loop !== undefined && node.args === 'text')
      throw new Unusable('EXPRESSION_TEXT', { name: loop });
    return;
  }
  if (node.op === 'call') {
    const [name, args] = node.args;
    if (name !== 'size') throw new Unusable('EXPRESSION_CLOSED', { name: `${name}()` });
    args.forEach(into);
    return;
  }
  if (node.op === 'rcall') {
    const [name, receiver, args] = node.args;
    if (LOOPS.has(name)) {
      const [variable, body] = args;
      if (loop !== undefined) throw new Unusable('EXPRESSION_LOOP');
      if (receiver.op !== 'id' || receiver.args !== 'tags') throw new Unusable('EXPRESSION_LOOP');
      if (variable?.op !== 'id' || !body) throw new Unusable('EXPRESSION_LOOP');
      walk(body, methods, variable.args, onMatches);
      return;
    }
    if (!methods.has(name)) throw new Unusable('EXPRESSION_CLOSED', { name: `${name}()` });
    into(receiver);
    if (name !== 'matches') {
      args.forEach(into);
      return;
    }
    const [pattern] = args;
    if (pattern?.op !== 'value' || typeof pattern.args !== 'string')
      throw new Unusable('EXPRESSION_MATCHES');
    if (loop !== undefined && !(receiver.op === 'id' && receiver.args === loop))
      throw new Unusable('EXPRESSION_TEXT', { name: loop });
    onMatches(pattern.args, node.input.indexOf('.', receiver.end));
    return;
  }
  for (const next of [node.args].flat() as ASTNode[]) into(next);
}
