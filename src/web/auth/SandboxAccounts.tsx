import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { ROLES } from '../../contract/shared/role-names.ts';
import { isSandbox, SandboxLink, useSandbox } from './SandboxLink.tsx';

/** In a sandbox, its accounts, each one click from the form; elsewhere the address does not exist and nothing shows. */
export function SandboxAccounts({ onChoose }: { onChoose(email: string, password: string): void }) {
  const { t } = useTranslation();
  const found = useSandbox();
  if (!isSandbox) return null;
  return (
    <Box
      component="section"
      aria-labelledby="sandbox-accounts"
      sx={(theme) => ({
        borderTop: `1px solid ${theme.vars?.palette.divider}`,
        pt: 5,
        display: 'grid',
        gap: 3,
      })}
    >
      <Box>
        <Typography id="sandbox-accounts" variant="h3" component="h2">
          {t('signIn.sandboxTitle')}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {t('signIn.sandboxText')}
        </Typography>
      </Box>
      <Box
        component="ul"
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
          gap: 2,
        }}
      >
        {/* Room is kept for the eight, so that nothing moves when they come. */}
        {found === null &&
          ROLES.map((role) => (
            <Box component="li" key={role} aria-hidden="true" sx={{ height: 52 }} />
          ))}
        {found?.accounts.map(({ email, accessLevel }) => (
          <li key={email}>
            <ButtonBase
              onClick={() => onChoose(email, found.password)}
              sx={(theme) => ({
                width: '100%',
                display: 'block',
                textAlign: 'left',
                px: { xs: 1.5, sm: 3 },
                py: 2,
                borderRadius: 'var(--corner)',
                border: `1px solid ${theme.vars?.palette.divider}`,
                overflow: 'hidden',
                '&:hover': {
                  backgroundColor: theme.vars?.palette.surface.sunken,
                  borderColor: theme.vars?.palette.surface.control,
                },
              })}
            >
              <Typography variant="subtitle2" component="span" noWrap sx={{ display: 'block' }}>
                {t(`roles.${accessLevel}`)}
              </Typography>
              <Typography
                variant="caption"
                component="span"
                color="textSecondary"
                noWrap
                sx={{ display: 'block' }}
              >
                {email}
              </Typography>
            </ButtonBase>
          </li>
        ))}
      </Box>
      <SandboxLink />
    </Box>
  );
}
