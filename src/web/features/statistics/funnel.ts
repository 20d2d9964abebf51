import type { Measures } from '../../../contract/api/statistics.ts';

type Step = 'accepted' | 'submitted' | 'answered' | 'delivered';

/**
 * The steps of messages from acceptance to the phone. A carrier has answered where it reported an outcome; messages that it
 * refused at once were never submitted. No step has more than the one before: counts of one moment come in several sums.
 */
export function stepsOf({
  messages,
  submitted,
  delivered,
  undeliverable,
  expired,
}: Measures): { step: Step; messages: number; share: number }[] {
  const answered = delivered + undeliverable + expired;
  let most = messages;
  return (
    [
      ['accepted', messages],
      ['submitted', submitted],
      ['answered', answered],
      ['delivered', delivered],
    ] as const
  ).map(([step, count]) => {
    most = Math.min(most, count);
    return { step, messages: most, share: messages === 0 ? 0 : most / messages };
  });
}
