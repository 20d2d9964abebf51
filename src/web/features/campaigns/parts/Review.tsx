import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import SendIcon from '@mui/icons-material/SendOutlined';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { auth } from '../../../../contract/api/auth.ts';
import {
  campaigns,
  sms,
  type Campaign,
  type CampaignSummary,
} from '../../../../contract/api/campaigns.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import { formatTimestamp } from '../../../../contract/shared/dates.ts';
import { reachOf } from '../../../../contract/shared/roles.ts';
import { tasks } from '../../../../contract/api/tasks.ts';
import { useGet, useMe, useSend } from '../../../parts/queries.ts';
import { CallError, download, messageOf } from '../../../api/call.ts';
import { ActionBar } from '../../../ui/ActionBar.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useFormat } from '../../../ui/figures.tsx';
import { MessageBubble } from '../../../parts/MessageBubble.tsx';
import { Section } from '../../../ui/Page.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useStatusWord } from '../../../ui/StatusChip.tsx';
import { useToast } from '../../../ui/Toasts.tsx';
import { useRefusal } from '../../../parts/useReason.ts';
import { OpeningDialog } from '../../../parts/CampaignDialogs.tsx';
import { DryRun } from '../DryRun.tsx';

const ASK_ABOVE = 1000;
/** Most files are prepared in less than a second; nobody should wait for two. */
const SOON = 700;

type Preview = Output<typeof sms.fromFilePreview>;

type Props = {
  campaignId: string;
  /** The task that prepares it; empty where that is done. */
  operationId: string;
  /** Where its words can be changed, and where its recipients; undefined where neither is there any more. */
  back: { toText: string; toRecipients: string } | undefined;
  /** It came from a file, so that rows and columns are spoken of. */
  fromFile: boolean;
  /** Told when it is no draft any more, and whether it was sent from here. */
  onOver(sent: boolean): void;
};

/** What will be sent, to whom not, and what it costs; then, and only then, it is sent. */
export function Review({ campaignId, operationId, back, fromFile, onOver }: Props) {
  const { t } = useTranslation();
  const statusWord = useStatusWord();
  const campaign = useGet(campaigns.get, { campaignId });
  const task = useGet(
    tasks.get,
    { operationId },
    {
      when: operationId !== '',
      every: (latest) => (latest === undefined || latest.status === 'PENDING' ? SOON : false),
    },
  );
  const stop = useSend(tasks.cancel, { changes: [tasks.get, tasks.list] });
  const waiting =
    operationId !== '' &&
    !task.isError &&
    (task.data === undefined || task.data.status === 'PENDING');
  const ended =
    operationId !== '' && (task.data?.status === 'FAILED' || task.data?.status === 'CANCELED');
  const draft = campaign.data?.status === 'PENDING';
  const preview = useGet(
    sms.fromFilePreview,
    { campaignId },
    { when: draft && !waiting && !ended },
  );
  const { refetch } = campaign;
  useEffect(() => {
    if (!waiting) void refetch();
  }, [waiting, refetch]);

  const over = ended || (campaign.data !== undefined && !draft);
  const told = useRef(onOver);
  useEffect(() => {
    told.current = onOver;
  });
  useEffect(() => {
    if (over) told.current(false);
  }, [over]);

  const backButton = back && (
    <Button variant="outlined" color="inherit" component={Link} to={back.toText}>
      {t('fromFile.toText')}
    </Button>
  );

  if (campaign.isError && campaign.data === undefined) {
    const gone = campaign.error instanceof CallError && campaign.error.status === 404;
    return (
      <Section>
        <ErrorState
          title={gone ? t('campaigns.notFound') : t('list.failed')}
          text={gone ? t('campaigns.notFoundText') : messageOf(campaign.error)}
          retry={gone ? undefined : () => void campaign.refetch()}
          action={backButton}
        />
      </Section>
    );
  }
  if (campaign.data === undefined) return <Skeleton variant="rounded" height={240} />;
  if (ended) {
    const failed = task.data?.status === 'FAILED';
    // Each row says why it gives no recipient, and another column may give some.
    const nobody = campaign.data.reason === 'NO_RECIPIENTS';
    return (
      <Section>
        <ErrorState
          title={failed ? t('fromFile.prepareFailed') : t('fromFile.prepareCanceled')}
          text={[task.data?.error, t('fromFile.prepareFailedText')].filter(Boolean).join(' ')}
          action={
            <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 2 }}>
              {nobody && <RefusedRows campaignId={campaignId} />}
              {nobody && back && fromFile ? (
                <Button
                  variant="outlined"
                  color="inherit"
                  size="small"
                  component={Link}
                  to={back.toRecipients}
                >
                  {t('fromFile.otherColumn')}
                </Button>
              ) : (
                backButton
              )}
            </Box>
          }
        />
      </Section>
    );
  }
  if (!draft) {
    return (
      <Alert
        severity="info"
        action={
          <Button
            size="small"
            color="inherit"
            component={Link}
            to={`/dashboard/campaigns/${campaignId}`}
          >
            {t('fromFile.open')}
          </Button>
        }
      >
        <AlertTitle>
          {t('fromFile.already', { status: statusWord(campaign.data.status).toLowerCase() })}
        </AlertTitle>
        {t('fromFile.alreadyText')}
      </Alert>
    );
  }
  if (waiting) {
    return (
      <Section>
        <ProgressBar
          label={t('fromFile.preparing')}
          value={task.data === undefined ? null : task.data.progress}
          detail={t('fromFile.preparingText')}
        />
        <Button
          variant="outlined"
          color="inherit"
          sx={{ mt: 4 }}
          loading={stop.isPending}
          onClick={() => stop.mutate({ operationId })}
        >
          {t('fromFile.prepareStop')}
        </Button>
      </Section>
    );
  }
  if (preview.isError && preview.data === undefined) {
    const code = preview.error instanceof CallError ? preview.error.code : '';
    const noSummary = code === 'NO_SUMMARY';
    // A file without a single recipient has no first messages; its rows say why.
    const nothing = code === 'PREVIEW_FAILED';
    return (
      <Section>
        <ErrorState
          title={noSummary ? t('fromFile.noSummary') : t('fromFile.noPreview')}
          text={
            noSummary
              ? t('fromFile.prepareFailedText')
              : nothing
                ? t('fromFile.nobodyText')
                : messageOf(preview.error)
          }
          retry={nothing ? undefined : () => void preview.refetch()}
          action={
            <>
              {nothing && <RefusedRows campaignId={campaignId} />}
              {backButton}
            </>
          }
        />
      </Section>
    );
  }
  if (preview.data === undefined) return <Skeleton variant="rounded" height={320} />;
  return (
    <Ready
      campaign={campaign.data}
      preview={preview.data}
      back={back?.toText}
      fromFile={fromFile}
      onSent={() => onOver(true)}
      checking={preview.isFetching}
      onCheck={() => void preview.refetch()}
    />
  );
}

function Ready({
  campaign,
  preview,
  back,
  fromFile,
  onSent,
  checking,
  onCheck,
}: {
  campaign: Campaign;
  preview: Preview;
  back: string | undefined;
  fromFile: boolean;
  onSent(): void;
  checking: boolean;
  onCheck(): void;
}) {
  const { t, i18n } = useTranslation();
  const { number, units, segments } = useFormat();
  const me = useMe();
  const navigate = useNavigate();
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const [closed, setClosed] = useState(false);
  const { summary, needsApproval } = preview;
  const { short } = summary,
    nobody = summary.valid === 0;
  const later = campaign.scheduleTimestamp !== null;
  const { dailyLimit } = summary;
  // What waits, for its time or for somebody, is counted on the day that it is sent.
  const overLimit =
    dailyLimit !== null &&
    !later &&
    !needsApproval &&
    dailyLimit.used + summary.valid > dailyLimit.limit;
  const cannot = short || nobody || overLimit;
  const count = { count: summary.valid, value: number(summary.valid) };
  const action = needsApproval
    ? t('fromFile.handIn', count)
    : later
      ? t('fromFile.schedule', count)
      : t('fromFile.send', count);
  const send = useSend(sms.sendCampaign, {
    changes: [campaigns.list, campaigns.get, auth.me, tasks.list],
    failed: (failure) => {
      if (failure instanceof CallError && failure.code === 'OUTSIDE_WINDOW') setClosed(true);
      else
        toast.error(
          failure instanceof CallError && failure.code === 'CONFLICT'
            ? t('campaigns.changed')
            : messageOf(failure),
        );
    },
    done: (sent) => {
      onSent();
      toast.success(
        sent.status === 'WAITING_APPROVAL'
          ? t('fromFile.waitingApproval')
          : sent.status === 'SCHEDULED'
            ? t('fromFile.scheduled')
            : t('fromFile.sent'),
      );
      void navigate(`/dashboard/campaigns/${campaign.campaignId}`, { replace: true });
    },
  });
  const launch = () => send.mutate({ campaignId: campaign.campaignId });
  const heading = useRef<HTMLDivElement>(null);
  // The wait before this may have been long: whoever reads by ear is told that it is over.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  return (
    <Box>
      <Box
        ref={heading}
        tabIndex={-1}
        sx={{
          display: 'grid',
          gap: 5,
          outline: 'none',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
          alignItems: 'start',
        }}
      >
        <Box
          sx={{
            display: 'grid',
            gap: 5,
            gridTemplateColumns: 'minmax(0, 1fr)',
            order: { xs: 2, lg: 1 },
          }}
        >
          <Section title={t('fromFile.firstMessages')}>
            <Box sx={{ display: 'grid', gap: 4 }}>
              {preview.messages.map((message) => (
                <MessageBubble
                  key={message.destination}
                  from={t('fromFile.to', { destination: message.destination })}
                  note={`${segments(message.segments)} · ${t(`fromFile.encoding.${message.encoding}`)}`}
                >
                  {message.text}
                </MessageBubble>
              ))}
            </Box>
          </Section>
        </Box>
        <Box
          sx={{
            display: 'grid',
            gap: 5,
            gridTemplateColumns: 'minmax(0, 1fr)',
            order: { xs: 1, lg: 2 },
          }}
        >
          {short && (
            <Alert severity="error" id="cannot-send">
              <AlertTitle>
                {t('fromFile.short', { units: units(-summary.balanceAfter) })}
              </AlertTitle>
              {t('fromFile.shortText', {
                needed: units(summary.units),
                available: number(summary.balance),
              })}
              <Box sx={{ mt: 3, display: 'flex', flexWrap: 'wrap', gap: 2 }}>
                {reachOf(me.clientAccessLevel, 'purchases.buy') !== undefined && (
                  <Button
                    size="small"
                    variant="outlined"
                    color="inherit"
                    component={Link}
                    to="/dashboard/purchases/topup"
                  >
                    {t('compose.topUp')}
                  </Button>
                )}
                <Button
                  size="small"
                  variant="outlined"
                  color="inherit"
                  loading={checking}
                  onClick={onCheck}
                >
                  {t('fromFile.shortRefresh')}
                </Button>
              </Box>
            </Alert>
          )}
          {overLimit && (
            <Alert severity="error" id={short ? undefined : 'cannot-send'}>
              <AlertTitle>{t('fromFile.overLimit')}</AlertTitle>
              {t('fromFile.overLimitText', {
                wanted: number(summary.valid),
                left: number(Math.max(0, dailyLimit.limit - dailyLimit.used)),
                limit: number(dailyLimit.limit),
                used: number(dailyLimit.used),
              })}
            </Alert>
          )}
          {needsApproval && !short && !nobody && (
            <Alert severity="info">{t('fromFile.needsApproval')}</Alert>
          )}
          {nobody && (
            <Alert severity="error" id="cannot-send">
              <AlertTitle>{t('fromFile.nobody')}</AlertTitle>
              {t('fromFile.nobodyText')}
            </Alert>
          )}
          <Summary
            summary={summary}
            campaignId={campaign.campaignId}
            short={short}
            fromFile={fromFile}
          />
          {!nobody && <DryRun campaign={campaign} />}
        </Box>
      </Box>
      <ActionBar
        note={
          later && campaign.scheduleTimestamp !== null
            ? t('compose.scheduledFor', {
                time: formatTimestamp(
                  campaign.scheduleTimestamp,
                  'eee, dd MMM yyy - hh:mm a',
                  me.timezone,
                  i18n.language,
                ),
                zone: me.timezone.replaceAll('_', ' '),
              })
            : undefined
        }
      >
        {back === undefined ? (
          <Button variant="outlined" color="inherit" component={Link} to="/dashboard/campaigns">
            {t('fromFile.keepDraft')}
          </Button>
        ) : (
          <Button variant="outlined" color="inherit" component={Link} to={back}>
            {t('common.back')}
          </Button>
        )}
        <Button
          variant="contained"
          startIcon={<SendIcon />}
          disabled={cannot}
          aria-describedby={cannot ? 'cannot-send' : undefined}
          loading={send.isPending && !asking}
          onClick={() => (summary.valid > ASK_ABOVE ? setAsking(true) : launch())}
        >
          {action}
        </Button>
      </ActionBar>
      <ConfirmDialog
        open={asking}
        title={
          needsApproval
            ? t('fromFile.confirmHandInTitle', count)
            : later
              ? t('fromFile.confirmScheduleTitle', count)
              : t('fromFile.confirmTitle', count)
        }
        action={action}
        busy={send.isPending}
        onClose={() => setAsking(false)}
        onConfirm={launch}
      >
        {t('fromFile.confirmText', {
          sender: campaign.senderId,
          units: units(summary.units),
          after: units(summary.balanceAfter),
        })}
      </ConfirmDialog>
      {closed && (
        <OpeningDialog
          campaign={campaign}
          changes={[campaigns.get]}
          onClose={() => setClosed(false)}
          onDone={() => {
            setClosed(false);
            launch();
          }}
        />
      )}
    </Box>
  );
}

function Summary({
  summary,
  campaignId,
  short,
  fromFile,
}: {
  summary: CampaignSummary;
  campaignId: string;
  short: boolean;
  fromFile: boolean;
}) {
  const { t } = useTranslation();
  const { number, units } = useFormat();
  const refusal = useRefusal();
  const { lookalikes } = summary;
  const leftOut = summary.rows - summary.valid;

  return (
    <Section title={t('fromFile.summary')} flush>
      <Box
        sx={{
          px: { xs: 4, sm: 5 },
          pb: 4,
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fit, minmax(130px, 1fr))',
          gap: 4,
        }}
      >
        <Total name={t('fromFile.willSend')} value={number(summary.valid)} />
        <Total name={t('fromFile.cost')} value={units(summary.units)} />
        <Total
          name={t('fromFile.balanceAfter')}
          value={number(summary.balanceAfter)}
          tone={short ? 'error.main' : undefined}
        />
      </Box>
      <Lines
        rows={[
          [fromFile ? t('fromFile.rowsInFile') : t('compose.chosen'), number(summary.rows)],
          [
            t('fromFile.invalid'),
            number(summary.invalid),
            summary.reasons.length === 0
              ? undefined
              : summary.reasons
                  .map((one) => `${refusal(one.reason)} ${number(one.count)}`)
                  .join(' · '),
          ],
          [t('fromFile.duplicate'), number(summary.duplicate)],
          [t('fromFile.optedOut'), number(summary.optedOut)],
          summary.blocked === 0 ? null : [t('fromFile.blocked'), number(summary.blocked)],
          [
            t('campaigns.segments'),
            number(summary.segments),
            summary.encoding.ucs2 === 0
              ? undefined
              : `${t('fromFile.gsmMessages', { value: number(summary.encoding.gsm) })} · ${t('fromFile.ucs2Messages', { value: number(summary.encoding.ucs2) })}`,
          ],
          lookalikes.messages === 0 || (!lookalikes.replaced && lookalikes.unitsSaved === 0)
            ? null
            : [
                lookalikes.replaced
                  ? t('compose.lookalikesReplaced')
                  : t('compose.lookalikesPossible'),
                lookalikes.unitsSaved === 0
                  ? t('compose.savesNothing')
                  : units(lookalikes.unitsSaved),
                t(
                  lookalikes.replaced
                    ? 'compose.lookalikesReplacedText'
                    : 'compose.lookalikesPossibleText',
                  { count: lookalikes.messages, value: number(lookalikes.messages) },
                ),
              ],
          [t('fromFile.balanceNow'), number(summary.balance)],
          summary.dailyLimit === null
            ? null
            : [
                t('fromFile.dailyLimit'),
                t('fromFile.dailyUse', {
                  used: number(summary.dailyLimit.used),
                  limit: number(summary.dailyLimit.limit),
                }),
              ],
        ]}
      />
      {leftOut > 0 && (
        <Box
          sx={(theme) => ({
            px: { xs: 4, sm: 5 },
            py: 3,
            borderTop: `1px solid ${theme.vars?.palette.divider}`,
          })}
        >
          <RefusedRows campaignId={campaignId} />
        </Box>
      )}
      <Shares
        label={t('fromFile.byRegion')}
        first={t('fromFile.region')}
        rows={summary.regions.map((region) => ({ name: region.regionName, ...region }))}
      />
      <Shares
        label={t('compose.byNetwork')}
        first={t('compose.network')}
        rows={summary.networks.map((network) => ({
          name:
            network.network === ''
              ? t('compose.networkUnknown')
              : `${network.network} (${network.country})`,
          ...network,
        }))}
      />
    </Section>
  );
}

/** How a campaign divides, in messages, segments and units. */
function Shares({
  label,
  first,
  rows,
}: {
  label: string;
  first: string;
  rows: readonly { name: string; messages: number; segments: number; units: number }[];
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  if (rows.length === 0) return null;
  return (
    <Box
      sx={(theme) => ({ overflowX: 'auto', borderTop: `1px solid ${theme.vars?.palette.divider}` })}
    >
      <Table aria-label={label}>
        <TableHead>
          <TableRow>
            <TableCell>{first}</TableCell>
            <TableCell align="right">{t('campaigns.messages')}</TableCell>
            <TableCell align="right">{t('campaigns.segments')}</TableCell>
            <TableCell align="right">{t('campaigns.units')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ name, messages, segments, units }) => (
            <TableRow key={name}>
              <TableCell>{name}</TableCell>
              <TableCell align="right">{number(messages)}</TableCell>
              <TableCell align="right">{number(segments)}</TableCell>
              <TableCell align="right">{number(units)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

/** Saves the rows that give no recipient, each with its reason. */
function RefusedRows({ campaignId }: { campaignId: string }) {
  const { t } = useTranslation();
  const toast = useToast();
  const [fetching, setFetching] = useState(false);

  async function save() {
    setFetching(true);
    await download(sms.refusedRows, { campaignId }, 'refused-rows.csv').catch((failure: unknown) =>
      toast.error(messageOf(failure)),
    );
    setFetching(false);
  }

  return (
    <Button
      variant="outlined"
      color="inherit"
      size="small"
      startIcon={<DownloadIcon />}
      loading={fetching}
      loadingPosition="start"
      onClick={() => void save()}
    >
      {t('fromFile.downloadRefused')}
    </Button>
  );
}

function Total({ name, value, tone }: { name: string; value: string; tone?: string }) {
  return (
    <Box>
      <Typography variant="body2" color="textSecondary">
        {name}
      </Typography>
      <Typography
        variant="figure"
        component="p"
        sx={{ fontSize: 20, lineHeight: '28px', color: tone }}
      >
        {value}
      </Typography>
    </Box>
  );
}

function Lines({ rows }: { rows: readonly (readonly [string, ReactNode, string?] | null)[] }) {
  return (
    <Box component="dl" sx={{ m: 0 }}>
      {rows
        .filter((row) => row !== null)
        .map(([name, value, detail]) => (
          <Box
            key={name}
            sx={(theme) => ({
              display: 'grid',
              gridTemplateColumns: 'minmax(0, 1fr) auto',
              gap: '2px 16px',
              px: { xs: 4, sm: 5 },
              py: 2,
              borderTop: `1px solid ${theme.vars?.palette.divider}`,
              fontSize: 13,
              lineHeight: '18px',
            })}
          >
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {name}
            </Box>
            <Box
              component="dd"
              sx={{ m: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums', fontWeight: 550 }}
            >
              {value}
            </Box>
            {detail && (
              <Typography
                variant="caption"
                component="dd"
                color="textSecondary"
                sx={{ m: 0, gridColumn: '1 / -1' }}
              >
                {detail}
              </Typography>
            )}
          </Box>
        ))}
    </Box>
  );
}
