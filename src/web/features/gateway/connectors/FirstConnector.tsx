import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ConnectorKind } from '../../../../contract/api/connector-settings.ts';
import { CodeBlock } from '../../../ui/CodeBlock.tsx';
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

/** Under an empty list: the providers that are known, or the call that software gets. */
export function FirstConnector({ kind }: { kind: ConnectorKind }) {
  const { t } = useTranslation();
  if (kind === 'GENERIC')
    return (
      <Part title={t('connectors.form.preset')}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          {PRESETS.map((name) => (
            <Button
              key={name}
              size="small"
              variant="outlined"
              color="inherit"
              component={Link}
              to={`${createAddress(kind)}?preset=${name}`}
            >
              {t(`connectors.form.presets.${name}`)}
            </Button>
          ))}
        </Box>
      </Part>
    );
  if (kind === 'HTTP')
    return (
      <Part>
        <CodeBlock code={CALL} name={t('connectors.HTTP.example')} />
      </Part>
    );
  return null;
}

function Part({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <Box
      sx={(theme) => ({
        borderTop: `1px solid ${theme.vars?.palette.divider}`,
        p: { xs: 4, sm: 5 },
      })}
    >
      {title !== undefined && (
        <Typography variant="subtitle2" component="h2" sx={{ mb: 3 }}>
          {title}
        </Typography>
      )}
      {children}
    </Box>
  );
}
