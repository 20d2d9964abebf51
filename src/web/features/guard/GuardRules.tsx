import AddIcon from '@mui/icons-material/Add';
import ConfirmIcon from '@mui/icons-material/CheckCircleOutlined';
import UnconfirmedIcon from '@mui/icons-material/HelpOutlineOutlined';
import ProtectIcon from '@mui/icons-material/ShieldOutlined';
import RemoveIcon from '@mui/icons-material/DeleteOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { guard, GUARD_KINDS, type GuardRule } from '../../../contract/api/guard.ts';
import { INITIAL_SOURCE } from '../../../contract/api/sender-rules.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { ClientFilter } from '../../parts/clients/ClientFilter.tsx';
import { useGet, useMe, useSend } from '../../parts/queries.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { useFormat } from '../../ui/figures/figures.tsx';
import { ChoiceFilter } from '../../ui/lists/FilterPill.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { RowMenu } from '../../ui/lists/RowMenu.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { ToneChip } from '../../ui/figures/StatusChip.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { useListAddress } from '../../ui/lists/useListAddress.ts';
import { RuleDialog } from './RuleDialog.tsx';
import { inOrderOfKinds } from './ruleOrder.ts';
import { useRuleWords } from './useRuleWords.ts';

/** True for a rule of the platform that stands as it was delivered. */
const isInitial = ({ clientId, reason }: GuardRule) =>
  clientId === null && reason === INITIAL_SOURCE;

/** On a phone the chip stands below the rule. */
const UNDER_SENTENCE = { 'li &': { mt: '6px' } } as const;

/** The rules of the platform and of every account, as an administrator keeps them. */
export function GuardRules() {
  const { t } = useTranslation();
  const me = useMe();
  const toast = useToast();
  const words = useRuleWords();
  const { number } = useFormat();
  const list = useListAddress();
  const may = reachOf(me.clientAccessLevel, 'platform.edit') !== undefined && !me.impersonated;
  const [adding, setAdding] = useState(false);
  const [confirming, setConfirming] = useState<GuardRule | null>(null);
  const [isReview, setReview] = useState(false);
  const [removing, setRemoving] = useState<GuardRule | null>(null);
  // The rules of the platform are among those of the administrator's own account, whatever page the list shows.
  const initial = inOrderOfKinds(useGet(guard.rules, {}).data?.rules ?? []).filter(isInitial);
  const review = (rule: GuardRule | undefined) => {
    setReview(rule !== undefined);
    setConfirming(rule ?? null);
  };
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
      {initial.length > 0 && (
        <Alert
          severity="warning"
          sx={{ mb: 4 }}
          action={
            may && (
              <Button
                color="inherit"
                size="small"
                variant="outlined"
                onClick={() => review(initial[0])}
              >
                {t('guard.review')}
              </Button>
            )
          }
        >
          {t('guard.unconfirmed', { count: initial.length, value: number(initial.length) })}
        </Alert>
      )}
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
            // A rule is understood from its whole sentence.
            cell: (rule) => (
              <Box component="span" sx={{ display: 'block', whiteSpace: 'normal' }}>
                {words(rule)}
              </Box>
            ),
            value: (rule) => words(rule),
          },
          {
            key: 'reason',
            label: t('guard.reasonOrState'),
            from: 900,
            onPhone: 'line',
            width: 30,
            cell: ({ reason }) =>
              reason === INITIAL_SOURCE ? (
                <ToneChip data-tone="warning" sx={UNDER_SENTENCE}>
                  <UnconfirmedIcon aria-hidden="true" />
                  <span>{t('guard.initial')}</span>
                </ToneChip>
              ) : (
                reason
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
      {adding && <RuleDialog onClose={() => setAdding(false)} />}
      {confirming && (
        <RuleDialog
          key={confirming.ruleId}
          confirmed={confirming}
          onClose={() => review(undefined)}
          onSaved={() => {
            const at = initial.findIndex(({ ruleId }) => ruleId === confirming.ruleId);
            review(isReview ? initial[at + 1] : undefined);
          }}
        />
      )}
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
