import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { sms } from '../../../../contract/api/campaign-sending.ts';
import { messageOf, upload } from '../../../api/call.ts';
import { keyOf, queries } from '../../../parts/queries.ts';
import { useFormat } from '../../../ui/figures.tsx';
import { newDraft, stepAddress, writeDraft, type Draft } from './draft.ts';

const LARGEST = 300 * 1024 * 1024;
const KINDS = /\.(csv|txt|tsv|xlsx)$/i;

export type Uploading = { file: File; sent: number; stop: AbortController };

/**
 * Uploads a file of recipients and goes on to its columns.
 * @param carry what the draft of the file takes over from another
 */
export function useFileUpload(carry: () => Partial<Draft>) {
  const { t } = useTranslation();
  const { bytes } = useFormat();
  const navigate = useNavigate();
  const [uploading, setUploading] = useState<Uploading | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  useWarningWhile(uploading !== null);

  async function take(files: readonly File[]) {
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
      const preview = await upload(sms.fromFileStep1, {}, file, {
        signal: stop.signal,
        progress: (sent) => setUploading({ file, sent, stop }),
      });
      queries.setQueryData(keyOf(sms.upload, { uploadId: preview.uploadId }), preview);
      writeDraft(preview.uploadId, { ...newDraft(preview), ...carry() });
      void navigate(stepAddress(1, { upload: preview.uploadId }));
    } catch (failure) {
      if (!stop.signal.aborted) setRefusal(messageOf(failure));
    } finally {
      setUploading(null);
    }
  }

  return { uploading, refusal, clearRefusal: () => setRefusal(null), take };
}

/** The browser's own question when a tab is closed in the middle of something. */
function useWarningWhile(busy: boolean) {
  useEffect(() => {
    if (!busy) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [busy]);
}
