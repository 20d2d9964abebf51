import { sha256 } from './sha256.ts';

/**
 * The task with the first number after it that makes its hash begin with as many zero bits as the third part
 * of the task says.
 */
export function solve(task: string): string {
  const bits = Number(task.split('.')[2]);
  for (let number = 0; ; number++) {
    const tried = `${task}.${number}`;
    if (Math.clz32(sha256(tried)[0]!) >= bits) return tried;
  }
}
