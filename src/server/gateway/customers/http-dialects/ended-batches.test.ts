import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EndedBatches } from './ended-batches.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Batches whose own statements are noted. */
function open(fails = false) {
  const deleted: bigint[][] = [];
  const batches = new EndedBatches(async (ids) => {
    deleted.push([...ids]);
    if (fails) throw new Error('the database is away');
  });
  return { batches, deleted };
}

test('a transaction that writes a batch takes those that have ended, once', async () => {
  const { batches, deleted } = open();
  const ended = [batches.end(1n), batches.end(2n)];
  expect(batches.take()).toEqual([1n, 2n]);
  expect(batches.take()).toEqual([]);
  batches.forget([1n, 2n]);
  await Promise.all(ended);
  await vi.advanceTimersByTimeAsync(5000);
  expect(deleted).toEqual([]);
});

test('where no batch is written, a statement of their own deletes them together', async () => {
  const { batches, deleted } = open();
  const ended = [batches.end(1n), batches.end(2n)];
  await vi.advanceTimersByTimeAsync(50);
  await Promise.all(ended);
  expect(deleted).toEqual([[1n, 2n]]);
  expect(batches.take()).toEqual([]);
});

test('those that a failed transaction took are deleted a second later', async () => {
  const { batches, deleted } = open();
  const ended = batches.end(1n);
  expect(batches.take()).toEqual([1n]);
  await vi.advanceTimersByTimeAsync(900);
  expect(deleted).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  await ended;
  expect(deleted).toEqual([[1n]]);
});

test('rows that could not be deleted are left to the worker', async () => {
  const { batches } = open(true);
  const ended = expect(batches.end(1n)).rejects.toThrow('the database is away');
  await vi.advanceTimersByTimeAsync(50);
  await ended;
  expect(batches.take()).toEqual([]);
});
