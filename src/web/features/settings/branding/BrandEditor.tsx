import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { TFunction } from 'i18next';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import {
  branding,
  CHROMES,
  CORNERS,
  PATTERNS,
  THEME_NAMES,
  type Brand,
} from '../../../../contract/api/branding.ts';
import { email } from '../../../../contract/shared/fields.ts';
import { useGet, useSend } from '../../../parts/queries.ts';
import { messageOf } from '../../../api/call.ts';
import { loadHost } from '../../../api/host.ts';
import { ActionBar } from '../../../ui/page/ActionBar.tsx';
import { ErrorSummary } from '../../../ui/fields/ErrorSummary.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { ErrorState } from '../../../ui/page/states.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { takeSaved } from '../../../ui/fields/takeSaved.ts';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useLeaveWarning } from '../../../ui/fields/useLeaveWarning.tsx';
import { useFields } from '../../../ui/fields/useFields.ts';
import { BrandHosts } from './BrandHosts.tsx';
import { BrandPictures } from './BrandPictures.tsx';
import { BrandPreview } from './BrandPreview.tsx';
import { BrandStyle } from './BrandStyle.tsx';
import { hostOf, isColour, requestOf, valuesOf, type BrandForm as Form } from './brandForm.ts';
import { Rows } from '../../../ui/page/layout.tsx';
import { atMost } from '../../../ui/fields/rules.ts';

/** A client's brand: theme, hosts and preview. */
export function BrandEditor({ client }: { client: { clientId: string; clientName: string } }) {
  const { t } = useTranslation();
  const query = useGet(branding.get, { clientId: client.clientId });
  if (query.isSuccess) return <Editor client={client} brand={query.data} />;
  if (query.isError)
    return (
      <Section>
        <ErrorState
          title={t('settings.brand.failed')}
          text={messageOf(query.error)}
          retry={() => void query.refetch()}
        />
      </Section>
    );
  return (
    <Rows role="status" aria-label={t('loading')}>
      {[0, 1].map((row) => (
        <Skeleton key={row} variant="rounded" height={220} />
      ))}
    </Rows>
  );
}

const FORM = 'brand';

function Editor({
  client,
  brand,
}: {
  client: { clientId: string; clientName: string };
  brand: Brand | null;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const fields = useFields<Form>({
    rules: rulesOf(t),
    values: valuesOf(brand, client.clientName),
  });
  const {
    control,
    reset,
    formState: { isDirty },
  } = fields;
  const shown = useWatch({ control });
  const update = useSend(branding.update, { changes: [branding.get], failed: () => undefined });
  const leaving = useLeaveWarning(isDirty);

  const save = async (form: Form) => {
    const sent = { ...fields.getValues() };
    const saved = await update.mutateAsync({
      clientId: client.clientId,
      ...requestOf(form, brand),
    });
    takeSaved(fields, valuesOf(saved, client.clientName), sent);
    toast.success(t('settings.brand.saved'));
    void loadHost();
  };
  const submit = fields.submit(save);
  /** True once the brand is there: a picture needs one that is saved. */
  const saveFirst = async () => {
    if (brand !== null) return true;
    if (!(await fields.trigger())) return false;
    try {
      await save(fields.getValues());
      return true;
    } catch (failure) {
      fields.failed(failure);
      return false;
    }
  };

  return (
    <>
      <Box
        sx={{
          display: 'grid',
          gap: 5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1.25fr)' },
          alignItems: 'start',
        }}
      >
        <Rows isFluid>
          <Rows component="form" id={FORM} noValidate onSubmit={submit} isFluid>
            {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
            <ErrorSummary errors={fields.summary} />
            <Section title={t('settings.brand.look')}>
              <Rows>
                <TextField
                  {...fields.text('brandName')}
                  label={t('settings.brand.name')}
                  help={t('settings.brand.nameHelp')}
                  input={{ maxLength: 60 }}
                />
                <Box
                  sx={{
                    display: 'grid',
                    gap: 5,
                    gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
                  }}
                >
                  <TextField
                    {...fields.text('supportEmail')}
                    label={`${t('settings.brand.supportEmail')} (${t('fields.optional')})`}
                    type="email"
                    input={{ maxLength: 254, spellCheck: false }}
                  />
                  <TextField
                    {...fields.text('supportPhone')}
                    label={`${t('settings.brand.supportPhone')} (${t('fields.optional')})`}
                    type="tel"
                    input={{ maxLength: 40 }}
                  />
                </Box>
              </Rows>
            </Section>
            <BrandPictures brand={brand} clientId={client.clientId} onFirst={saveFirst} />
            <BrandStyle fields={fields} />
          </Rows>
          {brand === null ? (
            <Section title={t('settings.brand.hosts')}>
              <Typography variant="body2" color="textSecondary">
                {t('settings.brand.logoFirst')}
              </Typography>
            </Section>
          ) : (
            <BrandHosts brand={brand} />
          )}
        </Rows>
        <BrandPreview host={hostOf({ ...valuesOf(brand, client.clientName), ...shown }, brand)} />
      </Box>
      <ActionBar
        note={t(
          isDirty
            ? 'settings.unsaved'
            : brand === null
              ? 'settings.brand.notSaved'
              : 'settings.allSaved',
        )}
      >
        <Button
          color="inherit"
          variant="outlined"
          disabled={!isDirty || update.isPending}
          onClick={() => {
            reset(valuesOf(brand, client.clientName));
            fields.setRefusal(null);
          }}
        >
          {t('settings.discard')}
        </Button>
        <Button
          type="submit"
          form={FORM}
          variant="contained"
          disabled={!isDirty && brand !== null}
          loading={update.isPending}
        >
          {t('settings.brand.save')}
        </Button>
      </ActionBar>
      {leaving}
    </>
  );
}

function rulesOf(t: TFunction) {
  return z
    .object({
      brandName: z
        .string()
        .check(z.trim(), z.minLength(1, t('settings.brand.nameMissing')), atMost(60)),
      supportPhone: z.string(),
      supportEmail: z.string().check(
        z.refine((written) => written.trim() === '' || z.safeParse(email, written).success, {
          error: t('fields.wrong.email'),
        }),
      ),
      themeName: z.enum([...THEME_NAMES, 'brand']),
      accentColour: z.string(),
      chrome: z.enum(CHROMES),
      corners: z.literal(CORNERS),
      pattern: z.enum(PATTERNS),
    })
    .check(
      z.refine((form) => form.themeName !== 'brand' || isColour(form.accentColour), {
        path: ['accentColour'],
        error: t('settings.brand.colourWrong'),
      }),
    );
}
