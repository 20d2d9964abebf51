import AddIcon from '@mui/icons-material/Add';
import ConfirmIcon from '@mui/icons-material/CheckCircleOutlined';
import ProtectIcon from '@mui/icons-material/ShieldOutlined';
import RemoveIcon from '@mui/icons-material/DeleteOutlined';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { guard, GUARD_KINDS, type GuardRule } from '../../../contract/api/guard.ts';
import { INITIAL_SOURCE } from '../../../contract/api/sender-rules.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { ClientFilter } from '../../parts/ClientFilter.tsx';
import { useGet, useMe, useSend } from '../../parts/queries.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { DASH } from '../../ui/figures.tsx';
import { ChoiceFilter } from '../../ui/FilterPill.tsx';
import { Page } from '../../ui/Page.tsx';
import { RowMenu } from '../../ui/RowMenu.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { useListAddress } from '../../ui/useListAddress.ts';
import { RuleDialog } from './RuleDialog.tsx';
import { inOrderOfKinds } from './ruleOrder.ts';
import { useRuleWords } from './useRuleWords.ts';

/** True for a rule of the platform that stands as it was delivered. */
const isInitial = ({ clientId, reason }: GuardRule) =>
  clientId === null && reason === INITIAL_SOURCE;

/** The rules of the platform and of every account, as an administrator keeps them. */
export function GuardRules() {
  const { t } = useTranslation();
  const me = useMe();
  const toast = useToast();
  const words = useRuleWords();
  const list = useListAddress();
  const may = reachOf(me.clientAccessLevel, 'platform.edit') !== undefined && !me.impersonated;
  const [adding, setAdding] = useState(false);
  const [confirming, setConfirming] = useState<GuardRule | null>(null);
  const [removing, setRemoving] = useState<GuardRule | null>(null);
  const kinds = GUARD_KINDS.filter((kind) => list.values('kind').includes(kind));
  const clientId = list.value('client');
  const query = useGet(
    guard.allRules,
    {
      pageSize: list.pageSize,
      pageToken: list.token,
      'filter.kinds': kinds,
      'filter.clientIds': clientId === '' ? [] : [clientId],
    },
    { keep: true },
  );
  const remove = useSend(guard.removeRule, {
    changes: [guard.allRules, guard.rules],
    done: () => {
      setRemoving(null);
      toast.success(t('guard.removed'));
    },
  });
  const add = may && (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setAdding(true)}>
      {t('guard.add')}
    </Button>
  );
  return (
    <Page
      title={t('guard.all')}
      purpose={t('guard.allPurpose')}
      actions={add}
      back={{ to: '/dashboard/settings/protection', label: t('settings.tabs.protection') }}
    >
      <DataTable
        label={t('guard.all')}
        query={query}
        rowsOf={(page) => inOrderOfKinds(page.rules)}
        keyOf={({ ruleId }) => ruleId}
        list={list}
        filters={['kind', 'client']}
        group={{
          label: t('guard.client'),
          of: ({ clientName }) => clientName ?? t('guard.platform'),
        }}
        nameLabel={t('guard.kind')}
        nameWidth={24}
        name={({ kind }) => ({ text: t(`guard.kinds.${kind}`) })}
        columns={[
          {
            key: 'rule',
            label: t('guard.rule'),
            onPhone: 'line',
            grows: true,
            cell: (rule) => words(rule),
          },
          {
            key: 'reason',
            label: t('guard.reason'),
            from: 900,
            onPhone: 'line',
            width: 30,
            cell: ({ reason }) =>
              reason === INITIAL_SOURCE ? (
                <Typography component="span" variant="inherit" color="textSecondary">
                  {t('guard.initial')}
                </Typography>
              ) : (
                reason || DASH
              ),
            value: ({ reason }) =>
              reason === INITIAL_SOURCE ? t('platform.initialSource') : reason,
          },
        ]}
        rowMenu={
          may
            ? (rule) => (
                <RowMenu
                  name={`${rule.clientName ?? t('guard.platform')}: ${words(rule)}`}
                  actions={[
                    ...(isInitial(rule)
                      ? [
                          {
                            key: 'confirm',
                            label: t('guard.confirm'),
                            icon: <ConfirmIcon />,
                            act: () => setConfirming(rule),
                          },
                        ]
                      : []),
                    {
                      key: 'remove',
                      label: t('guard.remove'),
                      icon: <RemoveIcon />,
                      danger: true,
                      act: () => setRemoving(rule),
                    },
                  ]}
                />
              )
            : undefined
        }
        toolbar={
          <>
            <ChoiceFilter
              name={t('guard.kind')}
              choices={GUARD_KINDS.map((value) => ({ value, label: t(`guard.kinds.${value}`) }))}
              chosen={list.values('kind')}
              onChange={(kind) => list.filter({ kind })}
            />
            <ClientFilter
              name={t('guard.client')}
              clientId={clientId}
              onChange={(client) => list.filter({ client: client === '' ? [] : [client] })}
            />
          </>
        }
        empty={
          <EmptyState
            icon={<ProtectIcon />}
            title={t('guard.noRules')}
            text={t('guard.noRulesText')}
            action={add}
          />
        }
      />
      {query.data?.rules.some(isInitial) && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 3 }}>
          {t('guard.unconfirmed')} {may && t('guard.confirmHow')}
        </Typography>
      )}
      {adding && <RuleDialog onClose={() => setAdding(false)} />}
      {confirming && <RuleDialog confirmed={confirming} onClose={() => setConfirming(null)} />}
      <ConfirmDialog
        open={removing !== null}
        title={t('guard.removeTitle')}
        action={t('guard.remove')}
        danger
        busy={remove.isPending}
        onClose={() => setRemoving(null)}
        onConfirm={() => {
          if (removing) remove.mutate({ ruleId: removing.ruleId });
        }}
      >
        {removing && words(removing)}
      </ConfirmDialog>
    </Page>
  );
}
