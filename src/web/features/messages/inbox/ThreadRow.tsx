import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Thread } from '../../../../contract/api/threads.ts';
import { Time } from '../../../ui/figures/figures.tsx';
import { FIGURES } from '../../../ui/theme/typefaces.ts';
import { visuallyHidden } from '../../../ui/page/visuallyHidden.ts';
import { StopTag } from './StopTag.tsx';

/** One conversation: name or number, its last line, its time, and a dot while it is unread. */
export function ThreadRow({
  thread: { phone, contactName, text, receiveTimestamp, unread, optedOut, clientName },
  to,
  isOpen,
  isOthers,
}: {
  thread: Thread;
  to: string;
  isOpen: boolean;
  isOthers: boolean;
}) {
  const { t } = useTranslation();
  return (
    <Box component="li">
      <ButtonBase
        component={Link}
        to={to}
        aria-current={isOpen ? 'page' : undefined}
        sx={(theme) => ({
          width: '100%',
          px: 4,
          py: 2.5,
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr) auto',
          columnGap: 3,
          rowGap: '2px',
          alignItems: 'center',
          textAlign: 'left',
          fontSize: 13,
          lineHeight: '20px',
          borderBottom: `1px solid ${theme.vars?.palette.divider}`,
          '&:hover': { backgroundColor: theme.vars?.palette.action.hover },
          '&:focus-visible': { outlineOffset: -2 },
          ...(isOpen && {
            backgroundColor: theme.vars?.palette.surface.accent,
            boxShadow: `inset 3px 0 ${theme.vars?.palette.primary.main}`,
          }),
        })}
      >
        <Box component="span" sx={{ display: 'flex', gap: 2, alignItems: 'center', minWidth: 0 }}>
          <Box
            component="span"
            sx={{
              fontWeight: unread ? 650 : 550,
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              whiteSpace: 'nowrap',
              ...(contactName === null && FIGURES),
            }}
          >
            {contactName ?? phone}
          </Box>
          {optedOut && <StopTag />}
        </Box>
        <Box component="span" sx={{ fontSize: 12, color: 'text.secondary' }}>
          <Time at={receiveTimestamp} />
        </Box>
        <Box
          component="span"
          sx={{
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
            color: unread ? 'text.primary' : 'text.secondary',
          }}
        >
          {isOthers ? `${clientName} · ${text}` : text}
        </Box>
        {unread && (
          <Box
            component="span"
            sx={(theme) => ({
              justifySelf: 'end',
              width: 8,
              height: 8,
              borderRadius: '50%',
              backgroundColor: theme.vars?.palette.primary.main,
            })}
          >
            <span style={visuallyHidden}>{t('messages.inbox.unread')}</span>
          </Box>
        )}
      </ButtonBase>
    </Box>
  );
}
