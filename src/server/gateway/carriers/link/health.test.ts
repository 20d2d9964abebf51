import { expect, test } from 'vitest';
import { LinkHealth } from './health.ts';

/** A link whose clock is set by hand, in seconds. */
function openHealth() {
  let seconds = 0;
  const health = new LinkHealth({
    now: () => seconds * 1000,
    date: () => new Date(seconds * 1000),
  } as ConstructorParameters<typeof LinkHealth>[0]);
  return {
    health,
    at(second: number, ...states: Parameters<LinkHealth['moveTo']>[0][]) {
      seconds = second;
      for (const state of states) health.moveTo(state);
    },
    since: () => health.takeReport().since.getTime() / 1000,
  };
}

test('a link that never binds is down since its first try, however often it tries again', () => {
  const { at, since } = openHealth();
  for (let second = 0; second < 780; second += 10) at(second, 'CONNECTING', 'BINDING', 'CLOSED');
  expect(since()).toBe(0);
});

test('a link counts its tries, each of them once', () => {
  const { at, health } = openHealth();
  for (let second = 0; second < 30; second += 10) at(second, 'CONNECTING', 'BINDING', 'CLOSED');
  expect(health.takeReport().tries).toBe(3);
  at(40, 'CONNECTING');
  expect(health.takeReport().tries).toBe(1);
  expect(health.takeReport().tries).toBe(0);
});

test('a link that loses its bind is down since then', () => {
  const { at, since } = openHealth();
  at(10, 'CONNECTING', 'BINDING', 'BOUND');
  expect(since()).toBe(10);
  at(60, 'CLOSED');
  at(70, 'CONNECTING', 'CLOSED');
  at(80, 'CONNECTING');
  expect(since()).toBe(60);
  at(90, 'BOUND');
  expect(since()).toBe(90);
  at(100, 'UNBINDING');
  at(101, 'CLOSED');
  expect(since()).toBe(100);
});

test('a bound link that is lost counts as a drop; one that never bound or is stopped does not', () => {
  const { at, health } = openHealth();
  at(10, 'CONNECTING', 'BINDING', 'BOUND', 'CLOSED', 'CONNECTING', 'BOUND', 'CLOSED');
  at(20, 'CONNECTING', 'BINDING', 'CLOSED', 'CONNECTING', 'BOUND', 'UNBINDING', 'CLOSED');
  expect(health.takeTallies().drops).toBe(2);
  expect(health.takeTallies().drops).toBe(0);
});
