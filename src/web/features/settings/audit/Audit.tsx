import AuditIcon from '@mui/icons-material/FactCheckOutlined';
import OnlyIcon from '@mui/icons-material/FilterAltOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { audit, AUDIT_ACTIONS, type AuditEntry } from '../../../../contract/api/audit.ts';
import { reachOf } from '../../../../contract/shared/roles.ts';
import { useGet, useMe } from '../../../parts/queries.ts';
import { ClientFilter } from '../../../parts/clients/ClientFilter.tsx';
import { useFilterWords } from '../../../parts/filters/useFilterWords.ts';
import { DataTable } from '../../../ui/data-table/DataTable.tsx';
import { type Column } from '../../../ui/data-table/column.ts';
import { DATE_FILTERS, DateFilter, dateRange } from '../../../ui/lists/DateFilter.tsx';
import { DASH, Time, useNow } from '../../../ui/figures/figures.tsx';
import { ChoiceFilter } from '../../../ui/lists/FilterPill.tsx';
import { RowMenu, type RowAction } from '../../../ui/lists/RowMenu.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { useListAddress } from '../../../ui/lists/useListAddress.ts';
import { AuditChain } from './AuditChain.tsx';
import { AuditChanges } from './AuditChanges.tsx';
import { changesOf, sentenceOf } from './changes.ts';
import { editOf, withoutUsual, withSentences } from './gatewayEdits.ts';
import { useAuditWords } from './useAuditWords.ts';
import { SettingsFrame } from '../../../parts/SettingsFrame.tsx';

const FILTERS = ['action', 'client', ...DATE_FILTERS];

/** The audit log. */
export function Audit() {
  const { t } = useTranslation();
  const me = useMe();
  const list = useListAddress();
  const days = dateRange(list, useNow());
  const chosen = AUDIT_ACTIONS.filter((action) => list.values('action').includes(action));
  const client = list.value('client');
  const query = useGet(
    audit.list,
    {
      pageSize: list.pageSize,
      pageToken: list.token,
      'filter.actions': chosen,
      'filter.clientIds': client === '' ? [] : [client],
      'filter.startTimestamp': days.start,
      'filter.endTimestamp': days.end,
    },
    { keep: true },
  );
  const say = useAuditWords();
  const filterWords = useFilterWords();

  const wordOf = (action: string) => {
    const known = AUDIT_ACTIONS.find((each) => each === action);
    return t(
      known === undefined ? 'settings.audit.otherAction' : `settings.audit.actions.${known}`,
    );
  };
  const titleOf = (entry: AuditEntry) => {
    const edit = entry.action === 'GATEWAY_EDITED' ? editOf(entry) : undefined;
    return edit === undefined ? wordOf(entry.action) : t(`settings.audit.edits.${edit}`);
  };
  const actorOf = ({ actorId, actorName, impersonatorId, impersonatorName }: AuditEntry) => {
    const name =
      actorName ?? (actorId === null ? t('settings.audit.platform') : t('settings.audit.hidden'));
    return impersonatorId === null
      ? name
      : t('settings.audit.behind', {
          name,
          impersonator: impersonatorName ?? t('settings.audit.hidden'),
        });
  };
  const sentenceIn = (entry: AuditEntry) => {
    const { before, after } = withSentences(entry, (filter) => {
      const { text, expression, isOpaque } = filterWords(filter);
      return isOpaque ? `${text} ${expression}` : text;
    });
    const shown = withoutUsual({ before, after });
    return sentenceOf(changesOf(shown.before, shown.after, say), say);
  };
  const columns: Column<AuditEntry>[] = [
    {
      key: 'actor',
      label: t('settings.audit.actor'),
      width: 22,
      cell: actorOf,
      onPhone: 'line',
    },
    {
      key: 'client',
      label: t('settings.audit.client'),
      from: 620,
      width: 20,
      // Most people act on their own account, which the actor names.
      cell: ({ clientId, clientName, actorId }) => (clientId === actorId ? null : clientName),
      value: ({ clientName }) => clientName,
      onPhone: 'line',
    },
    {
      key: 'change',
      label: t('settings.audit.change'),
      grows: true,
      from: 760,
      cell: (entry) => {
        const sentence = sentenceIn(entry);
        if (sentence !== '') return <Clamped>{sentence}</Clamped>;
        return entry.address === null ? null : (
          <Typography variant="body2" component="span" color="textSecondary">
            {t('settings.audit.from', { address: entry.address })}
          </Typography>
        );
      },
      value: sentenceIn,
      onPhone: 'line',
    },
    {
      key: 'address',
      label: t('settings.audit.address'),
      // The entry has it: in most lists it is the same in every row, and changes need the room.
      from: 1280,
      width: 16,
      cell: ({ address }) => address ?? DASH,
    },
    {
      key: 'when',
      label: t('settings.audit.when'),
      figure: true,
      cell: ({ timestamp }) => <Time at={timestamp} />,
      onPhone: 'amount',
    },
  ];
  const actionsOf = ({ clientId }: AuditEntry): RowAction[] =>
    clientId === null || clientId === client
      ? []
      : [
          {
            key: 'only',
            label: t('settings.audit.onlyThis'),
            icon: <OnlyIcon />,
            act: () => list.filter({ client: [clientId] }),
          },
        ];

  return (
    <SettingsFrame tab="audit" purpose={t('settings.audit.purpose')}>
      {reachOf(me.clientAccessLevel, 'audit.chain') && (
        <Box sx={{ mb: 5 }}>
          <AuditChain />
        </Box>
      )}
      <DataTable
        label={t('settings.tabs.audit')}
        query={query}
        rowsOf={(page) => page.auditEntries}
        keyOf={({ auditEntryId }) => auditEntryId}
        list={list}
        filters={FILTERS}
        nameLabel={t('settings.audit.action')}
        nameWidth={28}
        name={(entry) => ({ text: titleOf(entry), to: list.peeked(entry.auditEntryId) })}
        columns={columns}
        peek={{
          label: t('settings.audit.entry'),
          pageOf: () => undefined,
          body: (entry) => entry && <AuditChanges entry={entry} actor={actorOf(entry)} />,
        }}
        rowMenu={(entry) => <RowMenu name={titleOf(entry)} actions={actionsOf(entry)} />}
        toolbar={
          <>
            <ClientFilter
              name={t('settings.audit.client')}
              clientId={client}
              onChange={(clientId) => list.filter({ client: clientId === '' ? [] : [clientId] })}
            />
            <ChoiceFilter
              name={t('settings.audit.action')}
              chosen={chosen}
              choices={AUDIT_ACTIONS.map((value) => ({ value, label: wordOf(value) }))}
              onChange={(action) => list.filter({ action })}
            />
            <DateFilter name={t('settings.audit.when')} list={list} />
          </>
        }
        empty={
          <EmptyState
            icon={<AuditIcon />}
            title={t('settings.audit.empty')}
            text={t('settings.audit.emptyText')}
          />
        }
      />
    </SettingsFrame>
  );
}

/** Two lines at most; the entry itself has all of a long change. */
function Clamped({ children }: { children: string }) {
  return (
    <Box
      component="span"
      sx={{
        display: '-webkit-box',
        WebkitBoxOrient: 'vertical',
        WebkitLineClamp: 2,
        overflow: 'hidden',
        whiteSpace: 'normal',
        overflowWrap: 'anywhere',
      }}
    >
      {children}
    </Box>
  );
}
