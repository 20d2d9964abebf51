import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf, type upload } from '../../api/call.ts';
import { useFormat } from '../../ui/figures/figures.tsx';

const LARGEST = 300 * 1024 * 1024;
const KINDS = /\.(csv|txt|tsv|xlsx)$/i;

export type Uploading = { file: File; sent: number; stop: AbortController };

/**
 * Uploads a file with a list of phone numbers, one at a time; a file that cannot be one is refused here.
 * @param send uploads the file, and goes on with what the server has read of it
 */
export function useListUpload(
  send: (file: File, options: Parameters<typeof upload>[3]) => Promise<void>,
) {
  const { t } = useTranslation();
  const { bytes } = useFormat();
  const [uploading, setUploading] = useState<Uploading | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

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
      await send(file, {
        signal: stop.signal,
        progress: (sent) => setUploading({ file, sent, stop }),
      });
    } catch (failure) {
      if (!stop.signal.aborted) setRefusal(messageOf(failure));
    } finally {
      setUploading(null);
    }
  }

  return { uploading, refusal, clearRefusal: () => setRefusal(null), take };
}
