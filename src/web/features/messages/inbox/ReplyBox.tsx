import SendIcon from '@mui/icons-material/SendOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { auth } from '../../../../contract/api/auth.ts';
import { sms } from '../../../../contract/api/campaign-sending.ts';
import type { CampaignSummary } from '../../../../contract/api/campaign-summary.ts';
import { campaigns } from '../../../../contract/api/campaigns.ts';
import { compose } from '../../../../contract/api/compose.ts';
import { threads, type ThreadHead } from '../../../../contract/api/threads.ts';
import { measureText } from '../../../../contract/shared/sms.ts';
import { messageOf } from '../../../api/call.ts';
import { isDraftTaken } from '../../../parts/campaigns/draftTaken.ts';
import { useMe, useSend } from '../../../parts/queries.ts';
import { useRefusal } from '../../../parts/outcomes/useReason.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { useTooLong } from '../../../ui/fields/TextField.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';

/** As the server takes a text. */
const MOST_CHARACTERS = 10_000;

/**
 * A reply to the phone, as a campaign to one person: first its price, then the message. The server says whether there can be a
 * reply and from which sender ID.
 */
export function ReplyBox({ head, messageId }: { head: ThreadHead; messageId: string }) {
  const { t } = useTranslation();
  const { senderId, obstacle } = head.reply;
  if (senderId === null)
    return (
      <Foot>
        <Typography variant="body2" color="textSecondary">
          {t(`messages.inbox.obstacles.${obstacle ?? 'NOT_ALLOWED'}`)}
        </Typography>
      </Foot>
    );
  return <Writing phone={head.phone} senderId={senderId} messageId={messageId} />;
}

type Prepared = { campaignId: string; text: string; summary: CampaignSummary };

function Writing({
  phone,
  senderId,
  messageId,
}: {
  phone: string;
  senderId: string;
  messageId: string;
}) {
  const { t } = useTranslation();
  const { segments, units } = useFormat();
  const me = useMe();
  const toast = useToast();
  const [text, setText] = useState('');
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const prepare = useSend(compose.compose, {
    done: ({ campaignId, summary }, request) => {
      if (summary !== null) setPrepared({ campaignId, summary, text: request.text ?? '' });
    },
    failed: (failure) => {
      if (!isDraftTaken(failure)) return toast.error(messageOf(failure));
      setPrepared(null);
      toast.error(t('messages.inbox.taken'));
    },
  });
  const send = useSend(sms.sendCampaign, {
    changes: [campaigns.list, auth.me, threads.messages],
    failed: (failure) => toast.error(messageOf(failure)),
    done: ({ status }) => {
      // The next answer may have been begun meanwhile.
      setText((now) => (now === prepared?.text ? '' : now));
      setPrepared(null);
      toast.success(
        status === 'WAITING_APPROVAL' ? t('fromFile.waitingApproval') : t('messages.inbox.sent'),
      );
    },
  });
  const isPriced = prepared !== null && prepared.text === text;
  const tooLong = useTooLong(text.length, MOST_CHARACTERS);
  const label = t('messages.inbox.reply', { phone });
  return (
    <Foot>
      <OutlinedInput
        multiline
        minRows={2}
        maxRows={6}
        value={text}
        placeholder={t('messages.inbox.replyHint')}
        onChange={(event) => setText(event.target.value)}
        error={tooLong !== undefined}
        inputProps={{ 'aria-label': label, id: `reply-${messageId}` }}
        sx={{ fontSize: 14 }}
      />
      {isPriced && <Price summary={prepared.summary} />}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, flexWrap: 'wrap' }}>
        <Typography variant="body2" color="textSecondary" role="status" sx={{ flex: 1 }}>
          {tooLong ??
            [
              t('messages.inbox.asSender', { senderId }),
              ...(text === '' || isPriced ? [] : [segments(measureText(text).segments)]),
            ].join(' · ')}
        </Typography>
        {isPriced ? (
          <Button
            variant="contained"
            startIcon={<SendIcon />}
            disabled={prepared.summary.valid === 0 || prepared.summary.short}
            loading={send.isPending}
            onClick={() => send.mutate({ campaignId: prepared.campaignId })}
          >
            {t('messages.inbox.send', { units: units(prepared.summary.units) })}
          </Button>
        ) : (
          <Button
            variant="contained"
            disabled={text.trim() === '' || tooLong !== undefined || me.impersonated}
            loading={prepare.isPending}
            onClick={() =>
              prepare.mutate({
                senderId,
                text,
                recipients: [phone],
                ...(prepared !== null && { replaces: prepared.campaignId }),
              })
            }
          >
            {t('messages.inbox.price')}
          </Button>
        )}
      </Box>
    </Foot>
  );
}

/** The cost of the reply, or why it cannot be sent. */
function Price({ summary }: { summary: CampaignSummary }) {
  const { t } = useTranslation();
  const { segments, units } = useFormat();
  const refusal = useRefusal();
  if (summary.valid === 0)
    return (
      <Alert severity="error">
        {summary.reasons.map(({ reason }) => refusal(reason)).join(' ') ||
          t('messages.inbox.cannot')}
      </Alert>
    );
  if (summary.short)
    return (
      <Alert severity="error">
        {t('messages.inbox.short', {
          units: units(summary.units),
          balance: units(summary.balance),
        })}
      </Alert>
    );
  return (
    <Typography variant="body2" role="status">
      {t('messages.inbox.costs', {
        segments: segments(summary.segments),
        units: units(summary.units),
        left: units(summary.balanceAfter),
      })}
    </Typography>
  );
}

function Foot({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={(theme) => ({
        px: { xs: 3, sm: 5 },
        py: 3,
        display: 'grid',
        gap: 2,
        borderTop: `1px solid ${theme.vars?.palette.divider}`,
        backgroundColor: theme.vars?.palette.surface.sunken,
      })}
    >
      {children}
    </Box>
  );
}
