import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import {
  CONNECTOR_FIELDS,
  type FieldDescription,
} from '../../../../contract/api/connector-fields.ts';
import type { ConnectorKind } from '../../../../contract/api/connector-settings.ts';
import { DASH, useFormat } from '../../../ui/figures/figures.tsx';
import { Folded } from '../../../ui/page/Folded.tsx';
import { Facts, Section } from '../../../ui/page/Page.tsx';
import { gatewayConfig } from '../../../../contract/api/gateway-config.ts';
import { useGet } from '../../../parts/queries.ts';
import { UsedBy } from '../UsedBy.tsx';
import { carrierOf } from './ConnectorList.tsx';
import { changedFrom, valuesOf } from './formValues.ts';
import type { Connector } from './kinds.ts';
import { usesOf } from './routesInForce.ts';
import { useFieldWords } from './useFieldWords.ts';

/** The connector's main settings and those that differ from the defaults; the others are folded away. */
export function ConnectorSettings({
  kind,
  connector,
}: {
  kind: ConnectorKind;
  connector: Connector;
}) {
  const { t } = useTranslation();
  const { exact, number } = useFormat();
  const words = useFieldWords(kind);
  const settings = connector.settings as Readonly<Record<string, unknown>>;
  const changed = new Set(changedFrom(kind, valuesOf(kind, settings)).map(({ name }) => name));
  const readable = CONNECTOR_FIELDS[kind].filter(
    ({ name, type }) => type !== 'secret' && !['host', 'port', 'url'].includes(name),
  );
  const isMain = ({ name, section }: FieldDescription) =>
    // Without a cost it is in no comparison.
    !(name === 'cost' && (settings[name] ?? 0) === 0) && (section === 'basic' || changed.has(name));
  const others = readable.filter((field) => !isMain(field));
  const factOf = (field: FieldDescription) =>
    [
      words.label(field.name),
      <Box key={field.name} component="span" sx={{ whiteSpace: 'pre-wrap' }}>
        {words.value(field, settings[field.name]) || DASH}
      </Box>,
    ] as const;
  // Callbacks stand beside it.
  const isPaired = !('callbackPath' in connector);
  return (
    <Section title={t('connectors.settings')}>
      <Facts
        isPaired={isPaired}
        rows={[
          [
            t(kind === 'SMPP' ? 'connectors.hostAndPort' : 'connectors.address'),
            carrierOf(connector),
          ],
          ...readable.filter(isMain).map(factOf),
          'signed' in connector
            ? [t('connectors.signed'), t(connector.signed ? 'connectors.yes' : 'connectors.no')]
            : null,
          connector.draft === 'IN_FORCE'
            ? null
            : [t('connectors.configuration'), t(`connectors.draftHere.${connector.draft}`)],
          [t('connectors.usedBy'), <UsedInForce key="routes" connector={connector} />],
          [t('connectors.created'), exact(connector.createTimestamp)],
        ]}
      />
      {others.length > 0 && (
        <Box sx={{ mt: 4 }}>
          <Folded
            title={t('connectors.standard', {
              count: others.length,
              value: number(others.length),
            })}
          >
            <Facts isPaired={isPaired} rows={others.map(factOf)} />
          </Folded>
        </Box>
      )}
    </Section>
  );
}

/** The routes that lead to it now, then what the next reload changes of them. */
function UsedInForce({ connector }: { connector: Connector }) {
  const { t } = useTranslation();
  const changes = useGet(gatewayConfig.diff, {}).data?.changes ?? [];
  const { inForce, added, removed } = usesOf(connector, changes);
  const of = { cid: connector.cid };
  return (
    <>
      <UsedBy usedBy={inForce} of={of} none={t('connectors.notUsed')} most={12} />
      {(['added', 'removed'] as const).map((key) => {
        const routes = key === 'added' ? added : removed;
        return (
          routes.length > 0 && (
            <Box key={key} component="span" sx={{ color: 'text.secondary' }}>
              {` · ${t(`connectors.atReload.${key}`)} `}
              <UsedBy usedBy={routes} of={of} none="" most={12} />
            </Box>
          )
        );
      })}
    </>
  );
}
