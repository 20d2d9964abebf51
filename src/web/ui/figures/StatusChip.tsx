import CancelIcon from '@mui/icons-material/BlockOutlined';
import SuccessIcon from '@mui/icons-material/CheckCircleOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import PauseIcon from '@mui/icons-material/PauseCircleOutlined';
import RunningIcon from '@mui/icons-material/PlayCircleOutlined';
import NeutralIcon from '@mui/icons-material/RadioButtonUnchecked';
import ScheduledIcon from '@mui/icons-material/Schedule';
import { styled } from '@mui/material/styles';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { en } from '../../i18n/en.ts';
import { toneOf } from './status.ts';

const ICONS = {
  success: SuccessIcon,
  error: ErrorIcon,
  warning: ScheduledIcon,
  info: InfoIcon,
  neutral: NeutralIcon,
} as const;
const TONES = ['success', 'error', 'warning', 'info', 'neutral'] as const;
const OWN_ICONS: Readonly<Record<string, typeof SuccessIcon>> = {
  PAUSED: PauseIcon,
  RUNNING: RunningIcon,
  SCHEDULED: ScheduledIcon,
  CANCELLED: CancelIcon,
  CANCELED: CancelIcon,
  DECLINED: CancelIcon,
  INACTIVE: CancelIcon,
};

type KnownStatus = keyof typeof en.status;
const isKnown = (status: string): status is KnownStatus => Object.hasOwn(en.status, status);

/** The label of a status; an unknown one is shown unchanged. */
export function useStatusWord(): (status: string) => string {
  const { t } = useTranslation();
  return (status) => (isKnown(status) ? t(`status.${status}`) : status);
}

/** A word with an icon before it, on the ground of its `data-tone`. */
export const ToneChip = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 5,
  height: 24,
  padding: '0 8px 0 6px',
  borderRadius: 'var(--corner-small)',
  fontSize: 12,
  lineHeight: '16px',
  fontWeight: 550,
  whiteSpace: 'nowrap',
  maxWidth: '100%',
  boxSizing: 'border-box',
  '& svg': { fontSize: 15 },
  '& span': { overflow: 'hidden', textOverflow: 'ellipsis' },
  ...Object.fromEntries(
    TONES.map((tone) => [
      `&[data-tone=${tone}]`,
      {
        color: theme.vars?.palette.tone[tone].text,
        backgroundColor: theme.vars?.palette.tone[tone].ground,
      },
    ]),
  ),
}));

/**
 * A status as word, icon and colour: never colour alone.
 * @param word of a status that means something else here than elsewhere
 */
export const StatusChip = memo(function StatusChip({
  status,
  word,
}: {
  status: string;
  word?: string;
}) {
  const usual = useStatusWord()(status);
  const tone = toneOf(status);
  const Icon = OWN_ICONS[status] ?? ICONS[tone];
  return (
    <ToneChip data-tone={tone}>
      <Icon aria-hidden="true" />
      <span>{word ?? usual}</span>
    </ToneChip>
  );
});

/** A carrier's status of a message, in its colour and in the carrier's own word, which may also be one of ours. */
export const CarrierChip = ({ status }: { status: string }) => (
  <StatusChip status={status} word={status} />
);
