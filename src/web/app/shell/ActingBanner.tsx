import CloseIcon from '@mui/icons-material/Close';
import ActingIcon from '@mui/icons-material/SwitchAccountOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignedIn } from '../../../contract/api/auth.ts';
import { stopActing } from '../../api/call.ts';
import { readActing, takeReturned } from '../../api/session.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import { SHELL } from '../../ui/theme/tokens.ts';
import { ACTING_BANNER } from '../../ui/page/stickyTop.ts';

/** The account that a person acts for, with the way back; and once, a notice that acting has expired. */
export function ActingBanner({ me }: { me: SignedIn }) {
  return me.impersonated ? <Acting me={me} /> : <Returned />;
}

function Acting({ me }: { me: SignedIn }) {
  const { t } = useTranslation();
  const { clock } = useFormat();
  const [until, setUntil] = useState<number>();
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    void readActing().then((acting) => setUntil(acting?.until));
  }, []);
  const time = until === undefined ? '' : clock(until);
  return (
    <Strip
      action={
        <Button
          size="small"
          variant="contained"
          color="warning"
          loading={leaving}
          onClick={() => {
            setLeaving(true);
            void stopActing();
          }}
        >
          {t('acting.stop')}
        </Button>
      }
    >
      <b>{t('acting.banner', { name: me.clientName, role: t(`roles.${me.clientAccessLevel}`) })}</b>
      {time && ` ${t('acting.until', { time })}`}
      <Box
        component="span"
        sx={{ display: { xs: 'none', lg: 'inline' } }}
      >{` · ${t('acting.recorded')}`}</Box>
    </Strip>
  );
}

function Returned() {
  const { t } = useTranslation();
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    const returned = takeReturned();
    if (returned !== null) setName(returned);
  }, []);
  if (name === null) return null;
  return (
    <Strip
      action={
        <IconButton
          size="small"
          color="inherit"
          aria-label={t('common.close')}
          onClick={() => setName(null)}
        >
          <CloseIcon sx={{ fontSize: 18 }} />
        </IconButton>
      }
    >
      {t('acting.ended', { name })}
    </Strip>
  );
}

function Strip({ action, children }: { action: ReactNode; children: ReactNode }) {
  return (
    <Box
      role="status"
      sx={(theme) => ({
        position: 'sticky',
        top: SHELL.topBar,
        zIndex: theme.zIndex.appBar - 1,
        display: 'flex',
        gap: 3,
        alignItems: 'center',
        minHeight: ACTING_BANNER,
        px: { xs: 4, sm: 6 },
        py: 1,
        fontSize: 13,
        lineHeight: '18px',
        color: theme.vars?.palette.tone.warning.text,
        backgroundColor: theme.vars?.palette.tone.warning.ground,
        borderBottom: `1px solid ${theme.vars?.palette.tone.warning.solid}`,
      })}
    >
      <ActingIcon aria-hidden="true" sx={{ fontSize: 18, flex: 'none' }} />
      <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Box>
      <Box sx={{ flex: 'none' }}>{action}</Box>
    </Box>
  );
}
