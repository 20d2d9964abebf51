import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CodeBlock } from '../../../ui/figures/CodeBlock.tsx';
import { createAddress } from './kinds.ts';
import { PRESETS } from './useConnectorForm.ts';

/** A message from a phone, as an HTTP connector posts it; the parameters are those of Jasmin. */
const CALL = `POST /incoming HTTP/1.1
Host: software.example
Content-Type: application/x-www-form-urlencoded

id=0192f3c1-7a2e-7c60-9c1d-2b8e5d1f4a90
&from=254712345678&to=22456
&origin-connector=carrier&coding=0
&binary=4a4f494e&content=JOIN

HTTP/1.1 200 OK

ACK/Jasmin`;

/** The providers that are known, above the way to any other. */
export function Presets() {
  const { t } = useTranslation();
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        justifyItems: { xs: 'stretch', sm: 'center' },
        // On a phone the buttons are as wide as the text above them.
        width: { xs: 'min(320px, 78vw)', sm: 'auto' },
      }}
    >
      <Typography variant="subtitle2" component="p">
        {t('connectors.form.startWith')}
      </Typography>
      <Box
        role="group"
        aria-label={t('connectors.form.presetList')}
        sx={{
          display: { xs: 'grid', sm: 'flex' },
          flexWrap: 'wrap',
          gap: 2,
          justifyContent: { sm: 'center' },
        }}
      >
        {PRESETS.map((name) => (
          <Button
            key={name}
            variant="outlined"
            color="inherit"
            component={Link}
            to={`${createAddress('GENERIC')}?preset=${name}`}
          >
            {t(`connectors.form.presets.${name}`)}
          </Button>
        ))}
      </Box>
      <Button component={Link} to={createAddress('GENERIC')}>
        {t('connectors.form.orDescribe')}
      </Button>
    </Box>
  );
}

/** Under an empty list: the call that software gets. */
export function FirstCall() {
  const { t } = useTranslation();
  return (
    <Box
      sx={(theme) => ({
        borderTop: `1px solid ${theme.vars?.palette.divider}`,
        p: { xs: 4, sm: 5 },
      })}
    >
      <CodeBlock code={CALL} name={t('connectors.HTTP.example')} isPlain />
    </Box>
  );
}
