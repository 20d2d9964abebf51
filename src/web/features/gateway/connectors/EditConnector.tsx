import { ConnectorForm } from './ConnectorForm.tsx';
import { Found } from './ConnectorPage.tsx';

/** Changes a connector, as a draft. */
export function EditConnector() {
  return (
    <Found still>{(kind, connector) => <ConnectorForm kind={kind} connector={connector} />}</Found>
  );
}
