import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apikeys } from '../../../contract/api/api-keys.ts';
import { call, messageOf } from '../../api/call.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useDocs } from './docs.ts';
import { Rows } from '../../ui/page/layout.tsx';

/** True for a key that sends real messages. */
export const isLive = (key: string): boolean => key.startsWith('tuma_live_');

/** The key of the page's calls; a signed-in reader can make a test key here. */
export function KeyField({ id }: { id: string }) {
  const { t } = useTranslation();
  const { apiKey, setApiKey, makesKeys } = useDocs();
  const [shown, setShown] = useState(false);
  const [making, setMaking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function make() {
    setMaking(true);
    setFailure(null);
    try {
      setApiKey(
        (
          await call(apikeys.create, {
            name: t('apidocs.key.name'),
            test: true,
            scopes: ['send', 'read'],
            ipList: [],
          })
        ).key,
      );
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setMaking(false);
    }
  }

  return (
    <Rows gap={3}>
      <TextField
        field={{
          name: id,
          value: apiKey,
          onChange: (event) => setApiKey(event.target.value.trim()),
        }}
        label={t('apidocs.key.label')}
        help={t('apidocs.key.help')}
        type={shown ? 'text' : 'password'}
        autoComplete="off"
        input={{ spellCheck: false, placeholder: 'tuma_test_…' }}
        end={
          <IconButton
            size="small"
            edge="end"
            aria-label={shown ? t('apidocs.key.hide') : t('apidocs.key.show')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? <VisibilityOffIcon /> : <VisibilityIcon />}
          </IconButton>
        }
      />
      {apiKey === '' &&
        (makesKeys ? (
          <Box>
            <Button
              variant="outlined"
              color="inherit"
              size="small"
              loading={making}
              onClick={() => void make()}
            >
              {t('apidocs.key.make')}
            </Button>
          </Box>
        ) : (
          <Link
            href={`/?next=${encodeURIComponent('/dashboard/settings/api-keys')}`}
            variant="body2"
          >
            {t('apidocs.key.signIn')}
          </Link>
        ))}
      {failure !== null && <Alert severity="error">{failure}</Alert>}
      {isLive(apiKey) && <Alert severity="warning">{t('apidocs.key.live')}</Alert>}
    </Rows>
  );
}
