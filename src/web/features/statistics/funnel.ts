import type { Measures } from '../../../contract/api/statistics.ts';

type Step = 'accepted' | 'submitted' | 'answered' | 'delivered';

/**
 * The steps of messages from acceptance to the phone. A carrier has answered where it reported an outcome, also that it rejected
 * a message which it had accepted; messages that it refused at once were never submitted. No step has more than the one before:
 * counts of one moment come in several sums.
 */
export function stepsOf({
  messages,
  submitted,
  delivered,
  undeliverable,
  rejected,
  expired,
  unknown,
  open,
}: Measures): { step: Step; messages: number; share: number; lost: number }[] {
  const surely = delivered + undeliverable + expired;
  // The sum of rejections has those at once too. Messages in progress or without an outcome are taken as submitted, so that no
  // rejection counts as reported that was one at once.
  const rejectedLater = Math.min(rejected, Math.max(0, submitted - surely - unknown - open));
  const answered = surely + rejectedLater;
  let most = messages;
  return (
    [
      ['accepted', messages],
      ['submitted', submitted],
      ['answered', answered],
      ['delivered', delivered],
    ] as const
  ).map(([step, count]) => {
    const before = most;
    most = Math.min(most, count);
    return {
      step,
      messages: most,
      share: messages === 0 ? 0 : most / messages,
      lost: before - most,
    };
  });
}
