import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { branding, type Brand } from '../../../../contract/api/branding.ts';
import { brandHosts } from '../../../../contract/api/brand-hosts.ts';
import { useSend } from '../../../parts/queries.ts';
import { messageOf } from '../../../api/call.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { HostRow } from './HostRow.tsx';
import { hostName } from '../../../../contract/shared/fields.ts';

/** The hosts of a brand, in force and proposed. */
export function BrandHosts({ brand }: { brand: Brand }) {
  const { t } = useTranslation();
  const toast = useToast();
  const [host, setHost] = useState('');
  const [mistake, setMistake] = useState<string>();
  const [removing, setRemoving] = useState<string | null>(null);
  const add = useSend(branding.addHost, {
    changes: [branding.get, brandHosts.proposed],
    failed: (failure) => setMistake(messageOf(failure)),
    done: (_brand, added) => {
      setHost('');
      toast.success(t('settings.brand.hostProposed', { host: added.host }));
    },
  });
  const remove = useSend(branding.removeHost, {
    changes: [branding.get, brandHosts.proposed],
    done: (_brand, removed) => {
      setRemoving(null);
      toast.success(t('settings.brand.hostRemoved', { host: removed.host }));
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const written = z.safeParse(hostName, host);
    setMistake(written.success ? undefined : t('settings.brand.hostWrong'));
    if (written.success) add.mutate({ clientId: brand.clientId, host: written.data });
  }

  return (
    <Section title={t('settings.brand.hosts')}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 4 }}>
        {t('settings.brand.hostsText')}
      </Typography>
      {brand.hostStates.length === 0 ? (
        <Typography sx={{ mb: 4 }}>{t('settings.brand.noHosts')}</Typography>
      ) : (
        <Box
          component="ul"
          sx={(theme) => ({
            m: 0,
            mb: 5,
            p: 0,
            listStyle: 'none',
            border: `1px solid ${theme.vars?.palette.divider}`,
            borderRadius: 'var(--corner)',
            '& li + li': { borderTop: `1px solid ${theme.vars?.palette.divider}` },
          })}
        >
          {brand.hostStates.map((each) => (
            <HostRow
              key={each.host}
              clientId={brand.clientId}
              host={each}
              onRemove={() => setRemoving(each.host)}
            />
          ))}
        </Box>
      )}
      <Box
        component="form"
        noValidate
        onSubmit={submit}
        sx={{ display: 'flex', gap: 3, flexWrap: 'wrap', alignItems: 'flex-start' }}
      >
        <Box sx={{ flex: '1 1 220px' }}>
          <TextField
            field={{ name: 'host', value: host, onChange: (event) => setHost(event.target.value) }}
            label={t('settings.brand.host')}
            help={t('settings.brand.hostHelp')}
            error={mistake}
            input={{ maxLength: 253, spellCheck: false, autoCapitalize: 'none' }}
          />
        </Box>
        <Button
          type="submit"
          variant="outlined"
          color="inherit"
          loading={add.isPending}
          sx={{ mt: { sm: 6 }, minHeight: 40 }}
        >
          {t('settings.brand.addHost')}
        </Button>
      </Box>
      <ConfirmDialog
        open={removing !== null}
        title={t('settings.brand.removeHostTitle')}
        action={removing === null ? '' : t('settings.brand.removeHost', { host: removing })}
        danger
        busy={remove.isPending}
        onConfirm={() => {
          if (removing !== null) remove.mutate({ clientId: brand.clientId, host: removing });
        }}
        onClose={() => setRemoving(null)}
      >
        {removing !== null && t('settings.brand.removeHostText', { host: removing })}
      </ConfirmDialog>
    </Section>
  );
}
