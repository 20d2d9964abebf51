import CancelIcon from '@mui/icons-material/BlockOutlined';
import SuccessIcon from '@mui/icons-material/CheckCircleOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import PauseIcon from '@mui/icons-material/PauseCircleOutlined';
import RunningIcon from '@mui/icons-material/PlayCircleOutlined';
import NeutralIcon from '@mui/icons-material/RadioButtonUnchecked';
import ScheduledIcon from '@mui/icons-material/Schedule';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { en } from '../words/en.ts';
import { toneOf } from './status.ts';

const ICONS = { success: SuccessIcon, error: ErrorIcon, warning: ScheduledIcon, info: InfoIcon, neutral: NeutralIcon } as const;
const OWN_ICONS: Readonly<Record<string, typeof SuccessIcon>> = {
  PAUSED: PauseIcon, RUNNING: RunningIcon, SCHEDULED: ScheduledIcon, CANCELLED: CancelIcon, CANCELED: CancelIcon, DECLINED: CancelIcon, INACTIVE: CancelIcon,
};

type KnownStatus = keyof typeof en.status;
const isKnown = (status: string): status is KnownStatus => Object.hasOwn(en.status, status);

/** What a status is called; a carrier's own word is shown as it came. */
export function useStatusWord(): (status: string) => string {
  const { t } = useTranslation();
  return (status) => (isKnown(status) ? t(`status.${status}`) : status);
}

/** A status as word, icon and colour: never colour alone. */
export function StatusChip({ status }: { status: string }) {
  const word = useStatusWord()(status);
  const tone = toneOf(status);
  const Icon = OWN_ICONS[status] ?? ICONS[tone];
  return (
    <Box
      component="span"
      sx={(theme) => ({
        display: 'inline-flex', alignItems: 'center', gap: '5px', height: 24, px: '8px', pl: '6px', borderRadius: '6px', fontSize: 12, lineHeight: '16px', fontWeight: 550, whiteSpace: 'nowrap', maxWidth: '100%',
        color: theme.vars?.palette.tone[tone].text, backgroundColor: theme.vars?.palette.tone[tone].ground,
      })}
    >
      <Icon aria-hidden="true" sx={{ fontSize: 15 }} />
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{word}</Box>
    </Box>
  );
}
