import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { sms } from '../../../../contract/api/campaign-sending.ts';
import { upload } from '../../../api/call.ts';
import { useListUpload } from '../../../parts/list-upload/useListUpload.ts';
import { keyOf, queries } from '../../../parts/queries.ts';
import { newDraft, stepAddress, writeDraft, type Draft } from './draft.ts';

/**
 * Uploads a file of recipients and goes on to its columns.
 * @param carry what the draft of the file takes over from another
 */
export function useFileUpload(carry: () => Partial<Draft>) {
  const navigate = useNavigate();
  const file = useListUpload(async (chosen, options) => {
    const preview = await upload(sms.fromFileStep1, {}, chosen, options);
    queries.setQueryData(keyOf(sms.upload, { uploadId: preview.uploadId }), preview);
    writeDraft(preview.uploadId, { ...newDraft(preview), ...carry() });
    void navigate(stepAddress(1, { upload: preview.uploadId }));
  });
  useWarningWhile(file.uploading !== null);
  return file;
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
