import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  contactImports,
  type ContactUpload,
  type ImportKind,
} from '../../../../contract/api/contact-imports.ts';
import { messageOf, upload } from '../../../api/call.ts';
import { ExamplePhones } from '../../../parts/ExampleFile.tsx';
import { useFormat } from '../../../ui/figures.tsx';
import { FileDrop } from '../../../ui/FileDrop.tsx';
import { Section } from '../../../ui/Page.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';

const LARGEST = 300 * 1024 * 1024;
const KINDS = /\.(csv|txt|tsv|xlsx)$/i;

/** Step 1: a file. */
export function FileStep({
  kind,
  onFile,
}: {
  kind: ImportKind;
  onFile(file: ContactUpload): void;
}) {
  const { t } = useTranslation();
  const { bytes } = useFormat();
  const [uploading, setUploading] = useState<{
    file: File;
    sent: number;
    stop: AbortController;
  } | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function take(files: File[]) {
    const [file] = files;
    if (!file) return;
    const wrong =
      files.length > 1
        ? t('fromFile.dropMany')
        : !KINDS.test(file.name)
          ? t('fromFile.dropWrong', { name: file.name })
          : file.size === 0
            ? t('fromFile.dropEmpty')
            : file.size > LARGEST
              ? t('fromFile.dropLarge', { size: bytes(file.size) })
              : null;
    setRefusal(wrong);
    if (wrong !== null) return;
    const stop = new AbortController();
    running.current = stop;
    setUploading({ file, sent: 0, stop });
    try {
      onFile(
        await upload(contactImports.upload, {}, file, {
          signal: stop.signal,
          progress: (sent) => setUploading({ file, sent, stop }),
        }),
      );
    } catch (failure) {
      if (stop.signal.aborted) return;
      setRefusal(messageOf(failure));
      setUploading(null);
    }
  }

  if (uploading !== null) {
    const { file, sent, stop } = uploading;
    const whole = sent >= file.size;
    return (
      <Section>
        <ProgressBar
          label={whole ? t('fromFile.reading') : t('fromFile.uploading', { name: file.name })}
          value={whole ? null : sent / file.size}
          detail={t('fromFile.uploaded', {
            done: bytes(Math.min(sent, file.size)),
            total: bytes(file.size),
          })}
        />
        <Button
          variant="outlined"
          color="inherit"
          sx={{ mt: 4 }}
          onClick={() => {
            stop.abort();
            setUploading(null);
          }}
        >
          {t('fromFile.cancelUpload')}
        </Button>
      </Section>
    );
  }
  return (
    <>
      {refusal !== null && (
        <Alert severity="error" sx={{ mb: 5 }}>
          {refusal}
        </Alert>
      )}
      <FileDrop
        title={t('contacts.drop')}
        or={t('fromFile.dropOr')}
        browse={t('fromFile.browse')}
        help={t('contacts.dropHelp')}
        accept=".csv,.txt,.tsv,.xlsx"
        onFiles={(files) => void take(files)}
      />
      <Box sx={{ mt: 5 }}>
        <ExamplePhones
          hasPeople={kind === 'CONTACTS'}
          fileName={kind === 'CONTACTS' ? 'contacts.csv' : 'opt-outs.csv'}
          text={t(kind === 'CONTACTS' ? 'contacts.sample.text' : 'contacts.sample.optOutText')}
        />
      </Box>
    </>
  );
}
