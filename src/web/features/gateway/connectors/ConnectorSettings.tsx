import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import {
  CONNECTOR_FIELDS,
  type FieldDescription,
} from '../../../../contract/api/connector-fields.ts';
import type { ConnectorKind } from '../../../../contract/api/connector-settings.ts';
import { DASH, useFormat } from '../../../ui/figures.tsx';
import { Folded } from '../../../ui/Folded.tsx';
import { Facts, Section } from '../../../ui/Page.tsx';
import { UsedBy } from '../UsedBy.tsx';
import { carrierOf } from './ConnectorList.tsx';
import { changedFrom, valuesOf } from './formValues.ts';
import type { Connector } from './kinds.ts';
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
          [t('connectors.configuration'), t(`connectors.draftHere.${connector.draft}`)],
          [
            t('connectors.usedBy'),
            <UsedBy
              key="routes"
              usedBy={connector.usedBy}
              of={{ cid: connector.cid }}
              none={t('connectors.notUsed')}
              most={12}
            />,
          ],
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
