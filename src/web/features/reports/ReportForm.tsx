import DownIcon from '@mui/icons-material/KeyboardArrowDown';
import UpIcon from '@mui/icons-material/KeyboardArrowUp';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { campaigns } from '../../../contract/api/campaigns.ts';
import { COUNTRIES } from '../../../contract/shared/countries.ts';
import {
  DATE_PRESETS,
  dayOf,
  endOfDay,
  FIRST_DAY,
  isDay,
  LAST_DAY,
  presetDays,
  startOfDay,
  type DatePreset,
  type Day,
} from '../../../contract/shared/dates.ts';
import type { Input } from '../../../contract/endpoint.ts';
import { MESSAGE_STATUSES } from '../../../contract/api/messages.ts';
import { NETWORKS } from '../../../contract/shared/networks.ts';
import type { reports } from '../../../contract/api/reports.ts';
import {
  REPORT_COLUMNS,
  REPORT_FILTERS,
  REPORT_FORMATS,
  REPORT_KINDS,
  REPORT_PERMISSION,
  SUMMARY_KEYS,
  type Report,
  type ReportFilters,
  type ReportKind,
} from '../../../contract/api/reports.ts';
import type { ReportColumn } from '../../../contract/shared/report-labels.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { senders } from '../../../contract/api/senders.ts';
import { PAYMENT_STATUSES, TRANSACTION_TYPES } from '../../../contract/api/wallet.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { ActionBar } from '../../ui/ActionBar.tsx';
import { ClientFilter } from '../../parts/ClientFilter.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { useNow } from '../../ui/figures.tsx';
import { ChoiceFilter, TextFilter } from '../../ui/FilterPill.tsx';
import { Folded } from '../../ui/Folded.tsx';
import { FormField } from '../../ui/FormField.tsx';
import { Section } from '../../ui/Page.tsx';
import { useStatusWord } from '../../ui/StatusChip.tsx';
import { TextField } from '../../ui/TextField.tsx';

type Wish = Input<typeof reports.request>;
type Days = DatePreset | 'all' | 'other';

/** A report as it is being written: every column of its kind has its place, kept or not. */
type Draft = {
  name: string;
  kind: ReportKind;
  format: Wish['format'];
  days: Days;
  from: Day;
  to: Day;
  filters: ReportFilters;
  columns: { column: ReportColumn; kept: boolean }[];
};

/** Columns that few want, offered and not ticked. */
const SELDOM: readonly ReportColumn[] = ['messageId', 'carrierMessageId', 'connector', 'client'];
const OFFERED = 50;
const HOME = COUNTRIES.filter(({ suggested }) => suggested);
const OPERATORS = [
  ...new Set([...NETWORKS.values()].map(({ network }) => network).filter(Boolean)),
].toSorted();

const usualColumns = (kind: ReportKind): Draft['columns'] =>
  REPORT_COLUMNS[kind].map((column) => ({ column, kept: !SELDOM.includes(column) }));

/** A report to begin with: an empty one, or one like another. */
export function draftOf(
  name: string,
  like?: Pick<Report, 'name' | 'kind' | 'format' | 'filters' | 'columns'>,
): Draft {
  if (!like)
    return {
      name,
      kind: 'SENT_MESSAGES',
      format: 'XLSX',
      days: 'last7Days',
      from: '',
      to: '',
      filters: {},
      columns: usualColumns('SENT_MESSAGES'),
    };
  const { startTimestamp, endTimestamp, ...filters } = like.filters;
  const all: readonly ReportColumn[] = REPORT_COLUMNS[like.kind];
  return {
    name: like.name,
    kind: like.kind,
    format: like.format,
    filters,
    days: startTimestamp === undefined && endTimestamp === undefined ? 'all' : 'other',
    from: startTimestamp === undefined ? '' : dayOf(startTimestamp),
    to: endTimestamp === undefined ? '' : dayOf(endTimestamp),
    columns: [
      ...all
        .filter((column) => like.columns.includes(column))
        .toSorted((a, b) => like.columns.indexOf(a) - like.columns.indexOf(b))
        .map((column) => ({ column, kept: true })),
      ...all
        .filter((column) => !like.columns.includes(column))
        .map((column) => ({ column, kept: false })),
    ],
  };
}

/** What is asked for of the server; without days where a schedule has its own. */
function wishOf(draft: Draft, now: number, withDays: boolean): Wish {
  const known: readonly string[] = REPORT_FILTERS[draft.kind];
  const { first, last } =
    draft.days === 'all'
      ? { first: '', last: '' }
      : draft.days === 'other'
        ? { first: draft.from, last: draft.to }
        : presetDays(draft.days, now);
  const range = {
    startTimestamp: isDay(first) ? startOfDay(first) : undefined,
    endTimestamp: isDay(last) ? endOfDay(last) : undefined,
  };
  const filters: ReportFilters = { ...draft.filters, ...(withDays && range) };
  return {
    name: draft.name.trim(),
    kind: draft.kind,
    format: draft.format,
    columns: draft.columns.filter(({ kept }) => kept).map(({ column }) => column),
    filters: Object.fromEntries(
      Object.entries(filters).filter(
        ([name, value]) =>
          known.includes(name) &&
          value !== undefined &&
          !(Array.isArray(value) && value.length === 0),
      ),
    ),
  };
}

type Wrong = { id: string; message: string }[];

/** What a person has to mend before it can be asked for. */
function useWrong(): (draft: Draft) => Wrong {
  const { t } = useTranslation();
  const keys: readonly ReportColumn[] = SUMMARY_KEYS;
  return ({ name, kind, days, from, to, filters, columns }) => {
    const kept = columns.filter((each) => each.kept).map(({ column }) => column);
    return [
      ...(name.trim() === '' ? [{ id: 'name', message: t('reports.form.nameMissing') }] : []),
      ...(kind === 'CAMPAIGN_MESSAGES' && !filters.campaignIds?.length
        ? [{ id: 'campaign', message: t('reports.form.campaignMissing') }]
        : []),
      ...(days === 'other' && from !== '' && to !== '' && from > to
        ? [{ id: 'to', message: t('time.wrongOrder') }]
        : []),
      ...(kept.length === 0
        ? [{ id: 'columns', message: t('reports.form.columnsMissing') }]
        : kind === 'DELIVERY_SUMMARY' && kept.every((column) => keys.includes(column))
          ? [{ id: 'columns', message: t('reports.form.figuresMissing') }]
          : []),
    ];
  };
}

type Props = {
  /** What stands in it at first; asked once. */
  first(): Draft;
  /** Whether days are chosen; a schedule has its own. */
  withDays: boolean;
  /** What the server said against it. */
  failure: Error | null;
  busy: boolean;
  note: string;
  action: string;
  /** Where one goes who leaves it. */
  back: string;
  /** Takes what was chosen, once nothing in it is wrong. */
  onWish(wish: Wish): void;
  /** What is asked before. */
  children?: ReactNode;
};

/** The form of a report, whether it is made once or again and again. */
export function ReportForm({
  first,
  withDays,
  failure,
  busy,
  note,
  action,
  back,
  onWish,
  children,
}: Props) {
  const { t } = useTranslation();
  const now = useNow();
  const wrongOf = useWrong();
  const [draft, setDraft] = useState(first);
  const [wrong, setWrong] = useState<Wrong>([]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = wrongOf(draft);
    setWrong(found);
    if (found.length === 0) onWish(wishOf(draft, now, withDays));
  }

  return (
    <Box component="form" noValidate onSubmit={submit}>
      <Box sx={{ display: 'grid', gap: 5, maxWidth: 720 }}>
        <ErrorSummary errors={wrong} />
        {failure && <Alert severity="error">{messageOf(failure)}</Alert>}
        {children}
        <Parts
          draft={draft}
          change={(next) => setDraft((current) => ({ ...current, ...next }))}
          wrong={wrong}
          withDays={withDays}
        />
      </Box>
      <ActionBar note={note}>
        <Button variant="outlined" color="inherit" component={Link} to={back}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" variant="contained" loading={busy}>
          {action}
        </Button>
      </ActionBar>
    </Box>
  );
}

function Parts({ draft, change, wrong, withDays }: Part & { wrong: Wrong; withDays: boolean }) {
  const { t } = useTranslation();
  const me = useMe();
  const errorAt = (id: string) => wrong.find((each) => each.id === id)?.message;
  const kinds = REPORT_KINDS.filter(
    (kind) => reachOf(me.clientAccessLevel, REPORT_PERMISSION[kind]) !== undefined,
  );
  return (
    <>
      <Section title={t('reports.form.what')}>
        <Box sx={{ display: 'grid', gap: 5 }}>
          <FormField id="kind" label={t('reports.kind')} help={t(`reports.kindHelp.${draft.kind}`)}>
            {(parts) => (
              <Select
                native
                value={draft.kind}
                input={<OutlinedInput />}
                inputProps={{ id: parts.id, 'aria-describedby': parts['aria-describedby'] }}
                onChange={(event) => {
                  const kind = kinds.find((each) => each === event.target.value);
                  if (kind)
                    change({
                      kind,
                      columns: usualColumns(kind),
                      filters: {},
                      ...(kinds.some((each) => draft.name === t(`reports.kinds.${each}`)) && {
                        name: t(`reports.kinds.${kind}`),
                      }),
                    });
                }}
              >
                {kinds.map((kind) => (
                  <option key={kind} value={kind}>
                    {t(`reports.kinds.${kind}`)}
                  </option>
                ))}
              </Select>
            )}
          </FormField>
          <TextField
            field={{
              name: 'name',
              value: draft.name,
              onChange: (event) => change({ name: event.target.value }),
            }}
            label={t('reports.name')}
            help={t('reports.form.nameHelp')}
            error={errorAt('name')}
            autoComplete="off"
            input={{ maxLength: 120 }}
          />
          {draft.kind === 'CAMPAIGN_MESSAGES' && (
            <CampaignField draft={draft} change={change} error={errorAt('campaign')} />
          )}
          {draft.kind !== 'CAMPAIGN_MESSAGES' && withDays && (
            <DayFields draft={draft} change={change} error={errorAt('to')} />
          )}
          <Filters draft={draft} change={change} />
        </Box>
      </Section>
      <Columns draft={draft} change={change} error={errorAt('columns')} />
      <Section title={t('reports.form.file')}>
        <RadioGroup
          aria-label={t('reports.format')}
          value={draft.format}
          onChange={(event) => change({ format: event.target.value === 'CSV' ? 'CSV' : 'XLSX' })}
          sx={{ gap: 2 }}
        >
          {REPORT_FORMATS.toReversed().map((format) => (
            <FormControlLabel
              key={format}
              value={format}
              control={<Radio />}
              sx={{ alignItems: 'flex-start', m: 0 }}
              label={
                <Box sx={{ pt: '9px' }}>
                  {t(`reports.formats.${format}`)}
                  <Typography variant="body2" color="textSecondary">
                    {t(`reports.formatHelp.${format}`)}
                  </Typography>
                </Box>
              }
            />
          ))}
        </RadioGroup>
      </Section>
    </>
  );
}

type Part = { draft: Draft; change(next: Partial<Draft>): void };

function DayFields({ draft, change, error }: Part & { error: string | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      <FormField id="days" label={t('reports.form.days')} help={t('reports.form.daysHelp')}>
        {(parts) => (
          <Select
            native
            value={draft.days}
            onChange={(event) =>
              change({
                days:
                  ([...DATE_PRESETS, 'all', 'other'] as const).find(
                    (each) => each === event.target.value,
                  ) ?? 'all',
              })
            }
            input={<OutlinedInput />}
            inputProps={{ id: parts.id, 'aria-describedby': parts['aria-describedby'] }}
          >
            {DATE_PRESETS.map((preset) => (
              <option key={preset} value={preset}>
                {t(`time.${preset}`)}
              </option>
            ))}
            <option value="other">{t('reports.form.otherDays')}</option>
            <option value="all">{t('reports.form.allDays')}</option>
          </Select>
        )}
      </FormField>
      {draft.days === 'other' && (
        <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { sm: '1fr 1fr' } }}>
          <FormField id="from" label={t('time.from')}>
            {(parts) => (
              <OutlinedInput
                id={parts.id}
                type="date"
                value={draft.from}
                onChange={(event) => change({ from: event.target.value })}
                inputProps={{ min: FIRST_DAY, max: LAST_DAY }}
              />
            )}
          </FormField>
          <FormField id="to" label={t('time.to')} error={error}>
            {(parts) => (
              <OutlinedInput
                id={parts.id}
                type="date"
                value={draft.to}
                onChange={(event) => change({ to: event.target.value })}
                inputProps={{
                  min: FIRST_DAY,
                  max: LAST_DAY,
                  'aria-describedby': parts['aria-describedby'],
                }}
              />
            )}
          </FormField>
        </Box>
      )}
    </>
  );
}

function CampaignField({ draft, change, error }: Part & { error: string | undefined }) {
  const { t } = useTranslation();
  const chosen = draft.filters.campaignIds?.[0] ?? '';
  const latest = useGet(campaigns.list, { pageSize: OFFERED, pageToken: '' });
  const offered = latest.data?.campaigns ?? [];
  const unoffered =
    chosen !== '' &&
    latest.data !== undefined &&
    !offered.some(({ campaignId }) => campaignId === chosen);
  const other = useGet(campaigns.get, { campaignId: chosen }, { when: unoffered });
  return (
    <FormField
      id="campaign"
      label={t('reports.form.campaign')}
      error={error}
      help={t('reports.form.latestCampaigns')}
    >
      {(parts) => (
        <Select
          native
          value={chosen}
          onChange={(event) =>
            change({
              filters: {
                ...draft.filters,
                campaignIds: event.target.value === '' ? [] : [event.target.value],
              },
            })
          }
          input={<OutlinedInput />}
          inputProps={{
            id: parts.id,
            'aria-describedby': parts['aria-describedby'],
            'aria-invalid': parts['aria-invalid'],
          }}
        >
          <option value="">{t('reports.form.chooseCampaign')}</option>
          {unoffered && <option value={chosen}>{other.data?.campaignName ?? chosen}</option>}
          {offered.map(({ campaignId, campaignName }) => (
            <option key={campaignId} value={campaignId}>
              {campaignName}
            </option>
          ))}
        </Select>
      )}
    </FormField>
  );
}

function Filters({ draft, change }: Part) {
  const { t } = useTranslation();
  const statusWord = useStatusWord();
  const me = useMe();
  const known: readonly string[] = REPORT_FILTERS[draft.kind];
  const { filters } = draft;
  const senderList = useGet(
    senders.list,
    { pageSize: 200, pageToken: '' },
    { when: reachOf(me.clientAccessLevel, 'senders.read') !== undefined },
  );
  const names = [
    ...new Set([
      ...(senderList.data?.senderIds.map(({ senderId }) => senderId) ?? []),
      ...(filters.senderIds ?? []),
    ]),
  ];
  const set = (next: ReportFilters) => change({ filters: { ...filters, ...next } });
  const one = (value: string) => (value === '' ? [] : [value]);
  const choices = <T extends string>(values: readonly T[], word: (value: T) => string) =>
    values.map((value) => ({ value, label: word(value) }));
  const seesOthers = reachOf(me.clientAccessLevel, 'reports') !== 'own';
  const id = useId();
  return (
    <Box role="group" aria-labelledby={id}>
      <Typography id={id} variant="body2" sx={{ fontWeight: 550, mb: 2 }}>
        {t('reports.form.narrow')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {known.includes('messageStatuses') && (
          <ChoiceFilter
            name={t('reports.form.messageStatus')}
            chosen={filters.messageStatuses ?? []}
            choices={choices(MESSAGE_STATUSES, statusWord)}
            onChange={(values) =>
              set({ messageStatuses: MESSAGE_STATUSES.filter((each) => values.includes(each)) })
            }
          />
        )}
        {known.includes('senderIds') && names.length > 0 && (
          <ChoiceFilter
            name={t('reports.form.sender')}
            chosen={filters.senderIds ?? []}
            choices={choices(names, (name) => name)}
            onChange={(senderIds) => set({ senderIds })}
          />
        )}
        {known.includes('destinations') && (
          <TextFilter
            name={t('reports.form.number')}
            value={filters.destinations?.[0] ?? ''}
            onChange={(value) => set({ destinations: one(value) })}
          />
        )}
        {known.includes('countries') && (
          <ChoiceFilter
            name={t('reports.form.country')}
            chosen={filters.countries ?? []}
            choices={HOME.map(({ code, label }) => ({ value: code, label }))}
            onChange={(countries) => set({ countries })}
          />
        )}
        {known.includes('networks') && (
          <ChoiceFilter
            name={t('reports.form.network')}
            chosen={filters.networks ?? []}
            choices={choices(OPERATORS, (name) => name)}
            onChange={(networks) => set({ networks })}
          />
        )}
        {known.includes('carrierStatuses') && (
          <TextFilter
            name={t('reports.form.carrier')}
            value={filters.carrierStatuses?.[0] ?? ''}
            onChange={(value) => set({ carrierStatuses: one(value) })}
          />
        )}
        {known.includes('types') && (
          <ChoiceFilter
            name={t('reports.form.type')}
            chosen={filters.types ?? []}
            choices={choices(TRANSACTION_TYPES, (type) => t(`wallet.types.${type}`))}
            onChange={(values) =>
              set({ types: TRANSACTION_TYPES.filter((each) => values.includes(each)) })
            }
          />
        )}
        {known.includes('paymentStatuses') && (
          <ChoiceFilter
            name={t('reports.form.payment')}
            chosen={filters.paymentStatuses ?? []}
            choices={choices(PAYMENT_STATUSES, statusWord)}
            onChange={(values) =>
              set({ paymentStatuses: PAYMENT_STATUSES.filter((each) => values.includes(each)) })
            }
          />
        )}
        {known.includes('clientIds') && seesOthers && (
          <ClientFilter
            name={t('reports.form.client')}
            clientId={filters.clientIds?.[0] ?? ''}
            onChange={(clientId) => set({ clientIds: one(clientId) })}
          />
        )}
      </Box>
    </Box>
  );
}

function Columns({ draft, change, error }: Part & { error: string | undefined }) {
  const { t } = useTranslation();
  const { columns } = draft;
  const count = columns.filter(({ kept }) => kept).length;
  const move = (at: number, by: number) => {
    const next = [...columns];
    const [moved] = next.splice(at, 1);
    next.splice(at + by, 0, moved!);
    change({ columns: next });
  };
  return (
    <Folded
      key={draft.kind}
      title={t('reports.form.columns')}
      text={error ?? t('reports.form.columnsText', { count })}
      heading="h2"
      open={error !== undefined}
    >
      <Box
        component="ul"
        id="columns"
        tabIndex={-1}
        sx={{ m: 0, p: 0, listStyle: 'none', outline: 'none' }}
      >
        {columns.map(({ column, kept }, at) => {
          const name = t(`reports.column.${column}`);
          return (
            <Box component="li" key={column} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
              <FormControlLabel
                sx={{ flex: 1, m: 0 }}
                control={
                  <Checkbox
                    checked={kept}
                    onChange={() =>
                      change({
                        columns: columns.map((each) =>
                          each.column === column ? { column, kept: !kept } : each,
                        ),
                      })
                    }
                  />
                }
                label={name}
              />
              <IconButton
                size="small"
                aria-label={t('reports.form.up', { name })}
                disabled={at === 0}
                onClick={() => move(at, -1)}
              >
                <UpIcon />
              </IconButton>
              <IconButton
                size="small"
                aria-label={t('reports.form.down', { name })}
                disabled={at === columns.length - 1}
                onClick={() => move(at, 1)}
              >
                <DownIcon />
              </IconButton>
            </Box>
          );
        })}
      </Box>
      <Button
        variant="text"
        onClick={() => change({ columns: usualColumns(draft.kind) })}
        sx={{ mt: 2 }}
      >
        {t('reports.form.usual')}
      </Button>
    </Folded>
  );
}
