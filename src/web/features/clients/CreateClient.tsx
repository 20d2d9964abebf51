import { OpenClient } from './OpenClient.tsx';

export function CreateClient() {
  return <OpenClient kind="create" />;
}
