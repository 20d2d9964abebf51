import { useSearchParams } from 'react-router';
import { IncomingList } from './IncomingList.tsx';
import { Inbox } from './inbox/Inbox.tsx';

/** Messages from phones: as conversations, or each as a row. */
export function IncomingMessages() {
  const [parameters] = useSearchParams();
  return parameters.get('view') === 'list' ? (
    <IncomingList toInbox="?" />
  ) : (
    <Inbox toList="?view=list" />
  );
}
