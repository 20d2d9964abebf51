import { OpenClient } from './OpenClient.tsx';

export function Screen() {
  return <OpenClient kind="create" />;
}
