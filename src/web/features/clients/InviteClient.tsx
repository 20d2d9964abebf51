import { OpenClient } from './OpenClient.tsx';

export function InviteClient() {
  return <OpenClient kind="invite" />;
}
