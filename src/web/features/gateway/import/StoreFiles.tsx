import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  MOST_STORE_FILES,
  STORE_FILE_CHARACTERS,
} from '../../../../contract/api/gateway-config.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { FileDrop } from '../../../ui/fields/FileDrop.tsx';
import { Folded } from '../../../ui/page/Folded.tsx';
import { PlainList, Rows } from '../../../ui/page/layout.tsx';
import { usePhone } from '../../../ui/page/usePhone.ts';
import { addFiles, type StoreFile } from './storeFiles.ts';

/** Files of the store that are read. */
const NAMES = [
  'router-users',
  'router-groups',
  'router-mtroutes',
  'router-moroutes',
  'smppccs',
  'httpccs',
  'filters',
].map((name) => `jcli-prod.${name}`);
const MEGABYTE = 1_000_000;

/** The files of another gateway's store, one of each name. */
export function StoreFiles({
  files,
  onChange,
}: {
  files: readonly StoreFile[];
  onChange(files: StoreFile[]): void;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const isPhone = usePhone();
  const [failure, setFailure] = useState<string | null>(null);
  // Another choice may be read to its end while this one is.
  const latest = useRef(files);
  useEffect(() => {
    latest.current = files;
  }, [files]);
  const add = async (chosen: readonly File[]) => {
    const read = await Promise.all(
      chosen.map(async (file) => ({
        name: file.name,
        content: await readBase64(file).catch(() => null),
      })),
    );
    const { files: next, fault, unread } = addFiles(latest.current, read);
    const unreadWords =
      unread.length > 0 && t('gateway.import.store.unread', { names: unread.join(', ') });
    setFailure(
      fault === 'tooLarge'
        ? t('gateway.import.store.tooLarge', {
            value: number(Math.floor((STORE_FILE_CHARACTERS * 3) / 4 / MEGABYTE)),
          })
        : fault === 'tooMany'
          ? t('gateway.import.store.tooMany', { value: number(MOST_STORE_FILES) })
          : unreadWords || null,
    );
    if (fault !== null || unread.length === read.length) return;
    latest.current = next;
    onChange([...next]);
  };
  const names = (
    <PlainList gap={1} aria-label={t('gateway.import.store.title')}>
      {NAMES.map((name) => (
        <Box
          key={name}
          component="li"
          sx={{ fontFamily: 'ui-monospace, monospace', fontSize: 12, overflowWrap: 'anywhere' }}
        >
          {name}
        </Box>
      ))}
    </PlainList>
  );
  return (
    <Rows>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {t('gateway.import.store.title')}
      </Typography>
      <FileDrop
        title={t('gateway.import.store.drop')}
        or={t('gateway.import.log.or')}
        browse={t('gateway.import.store.browse')}
        help={t('gateway.import.store.help')}
        accept=""
        several
        isSecond
        onFiles={(chosen) => void add(chosen)}
      />
      {failure !== null && <Alert severity="error">{failure}</Alert>}
      {files.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          {files.map(({ name }) => (
            <Chip
              key={name}
              label={name}
              aria-label={t('gateway.import.store.chosen', { name })}
              onDelete={() => onChange(files.filter((file) => file.name !== name))}
              sx={{ maxWidth: '100%' }}
            />
          ))}
        </Box>
      )}
      {isPhone ? (
        <Folded title={t('gateway.import.store.names')}>{names}</Folded>
      ) : (
        <Box>
          <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
            {t('gateway.import.store.some')}
          </Typography>
          {names}
        </Box>
      )}
    </Rows>
  );
}

function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      const [, content = ''] = String(reader.result).split(',', 2);
      resolve(content);
    });
    reader.addEventListener('error', () => reject(reader.error ?? new Error(file.name)));
    reader.readAsDataURL(file);
  });
}
