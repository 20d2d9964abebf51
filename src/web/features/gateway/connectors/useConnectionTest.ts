import { useState } from 'react';
import type { ConnectorKind } from '../../../../contract/api/connector-settings.ts';
import type { ConnectionTest } from '../../../../contract/api/connector-tests.ts';
import type { Input } from '../../../../contract/endpoint.ts';
import { useSend } from '../../../parts/queries.ts';
import { settingsOf } from './formValues.ts';
import { CALLS, type Connector } from './kinds.ts';
import type { useConnectorForm } from './useConnectorForm.ts';

type TestInput = Input<(typeof CALLS)[ConnectorKind]['test']>;

export type Test = {
  run(): void;
  isBusy: boolean;
  /** The last outcome, while the form still says what was tested. */
  outcome: ConnectionTest | undefined;
};

/** Tests what the form says now, without saving it. A wrong field is shown first. */
export function useConnectionTest(
  kind: ConnectorKind,
  connector: Connector | null,
  { fields, values }: ReturnType<typeof useConnectorForm>,
): Test {
  const [tested, setTested] = useState('');
  const test = useSend(CALLS[kind].test, { failed: fields.failed });
  const settings = settingsOf(kind, values, undefined);
  const present = JSON.stringify(settings);
  const run = fields.submit(() => {
    setTested(present);
    // The shapes of the three kinds differ; the descriptions made these values, and the server checks them again.
    test.mutate({ ...(connector !== null && { cid: connector.cid }), ...settings } as TestInput);
  });
  return {
    run,
    isBusy: test.isPending,
    outcome: tested === present && !test.isPending ? test.data : undefined,
  };
}
