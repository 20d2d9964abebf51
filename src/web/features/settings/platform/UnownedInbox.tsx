import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { platform, type PlatformSettings } from '../../../../contract/api/platform-settings.ts';
import { useSend } from '../../../parts/queries.ts';
import { ClientPicker, type Picked } from '../../../parts/ClientPicker.tsx';
import { Section } from '../../../ui/Page.tsx';
import { useToast } from '../../../ui/Toasts.tsx';
import { Rows } from '../../../ui/layout.tsx';

/** The account for incoming messages from unknown phones to unassigned numbers. */
export function UnownedInbox({
  inbox,
  edits,
}: {
  inbox: PlatformSettings['inbox'];
  edits: boolean;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const [client, setClient] = useState<Picked | null>(inbox);
  const update = useSend(platform.update, {
    changes: [platform.get],
    done: () => toast.success(t('platform.saved')),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    update.mutate({ inboxClientId: client?.clientId ?? null });
  }
  return (
    <Section title={t('platform.inbox')}>
      <Rows component="form" noValidate onSubmit={submit} gap={4} maxWidth={560}>
        <ClientPicker
          id="inbox-client"
          label={t('platform.inboxClient')}
          help={t('platform.inboxHelp')}
          nobody={t('platform.inboxRoot')}
          disabled={!edits}
          value={client}
          onChange={setClient}
        />
        {edits && (
          <Box>
            <Button type="submit" variant="contained" loading={update.isPending}>
              {t('platform.saveInbox')}
            </Button>
          </Box>
        )}
      </Rows>
    </Section>
  );
}
