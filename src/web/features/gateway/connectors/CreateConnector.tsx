import { ConnectorForm } from './ConnectorForm.tsx';
import { useKind } from './kinds.ts';

/** Makes a connector of the kind that the address names, as a draft. */
export function CreateConnector() {
  const kind = useKind();
  return <ConnectorForm key={kind} kind={kind} connector={null} />;
}
