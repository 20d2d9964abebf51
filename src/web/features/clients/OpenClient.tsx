import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { Controller, useFormState, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { MAY_CREATE, USUAL_TYPE } from '../../../contract/api/client-fields.ts';
import { clients } from '../../../contract/api/clients.ts';
import { queries, useGet, useMe } from '../../parts/queries.ts';
import { call } from '../../api/call.ts';
import { ActionBar } from '../../ui/page/ActionBar.tsx';
import { ClientPicker } from '../../parts/clients/ClientPicker.tsx';
import { NextSteps } from '../../parts/NextSteps.tsx';
import { ErrorSummary } from '../../ui/fields/ErrorSummary.tsx';
import { Folded } from '../../ui/page/Folded.tsx';
import { Page, Section } from '../../ui/page/Page.tsx';
import { phoneWithPrefix } from '../../ui/fields/phoneWithPrefix.ts';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { useLeaveWarning } from '../../ui/fields/useLeaveWarning.tsx';
import { useFields } from '../../ui/fields/useFields.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import { ContactFields, EmailField, OwnerFields, type SectionProps } from './OpenClientFields.tsx';
import { clientAddress } from './columns.tsx';
import { choosesParent, mayStandUnder } from './permissions.ts';
import { type Kind, type Form, rulesOf } from './openClientForm.ts';
import { Beside, Halves, Rows } from '../../ui/page/layout.tsx';

/**
 * Opens an account for another person: by an invitation, which leaves the details to that person, or
 * complete, with a temporary password.
 */
export function OpenClient({ kind }: { kind: Kind }) {
  const { t } = useTranslation();
  const me = useMe();
  const navigate = useNavigate();
  const toast = useToast();
  const [parameters] = useSearchParams();
  const [opened, setOpened] = useState<string | null>(null);
  const levels = MAY_CREATE[me.clientAccessLevel];
  const fields = useFields<Form>({
    rules: rulesOf(kind, t),
    values: {
      accountType: USUAL_TYPE[levels.includes('CLIENT') ? 'CLIENT' : levels[0]!],
      companyName: '',
      firstName: '',
      lastName: '',
      email: '',
      country: me.country,
      phone: '',
      language: currentLanguage(),
      accessLevel: levels.includes('CLIENT') ? 'CLIENT' : levels[0]!,
      parentId: null,
    },
  });
  const {
    setValue,
    formState: { isSubmitting, isDirty },
  } = fields;
  const chooses = choosesParent(me.clientAccessLevel);

  // The link comes from the page of the future parent.
  const under = chooses ? parameters.get('under') : null;
  const parent = useGet(clients.get, { clientId: under ?? '' }, { when: under !== null });
  useEffect(() => {
    if (!parent.data) return;
    setValue('parentId', parent.data);
    const [first] = MAY_CREATE[parent.data.accessLevel];
    if (first && !mayStandUnder('CLIENT', parent.data)) setValue('accessLevel', first);
  }, [parent.data, setValue]);

  useEffect(() => {
    if (opened !== null) void navigate(clientAddress(opened), { replace: true });
  }, [opened, navigate]);
  const leaving = useLeaveWarning(isDirty && opened === null);

  const submit = fields.submit(
    async ({
      parentId: chosen,
      accountType: type,
      email,
      phone,
      companyName,
      firstName,
      lastName,
      ...rest
    }) => {
      const written = phone === '' ? {} : { phone: phoneWithPrefix(phone, rest.country) };
      const input = {
        ...rest,
        accountType: type,
        email,
        ...written,
        ...(type === 'COMPANY' && companyName !== '' && { companyName }),
        ...(firstName !== '' && { firstName }),
        ...(lastName !== '' && { lastName }),
        ...(chosen && { parentId: chosen.clientId }),
      };
      const { clientId, sentBy } =
        kind === 'invite'
          ? await call(clients.invite, input)
          : await call(clients.create, {
              ...input,
              firstName,
              lastName,
              phone: phoneWithPrefix(phone, rest.country),
            });
      await queries.invalidateQueries({ queryKey: [clients.list.path] });
      toast.success(t(`clients.${kind === 'invite' ? 'invited' : 'made'}.${sentBy}`, { email }));
      setOpened(clientId);
    },
  );

  return (
    <Page
      title={t(`clients.${kind}Title`)}
      back={{ to: '/dashboard/clients', label: t('clients.back') }}
    >
      <form noValidate onSubmit={submit}>
        <Beside
          aside={
            <NextSteps
              steps={[
                t(`clients.${kind}Steps.sent`),
                t(`clients.${kind}Steps.enters`),
                t('clients.openedStep'),
              ]}
            />
          }
        >
          {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
          <ErrorSummary errors={fields.summary} />
          {kind === 'create' ? (
            <>
              <Section title={t('clients.who')}>
                <OwnerFields fields={fields} kind={kind} />
              </Section>
              <Section title={t('clients.contact')}>
                <Rows>
                  <EmailField fields={fields} />
                  <ContactFields fields={fields} kind={kind} />
                </Rows>
              </Section>
              <AccessSection fields={fields} kind={kind} />
            </>
          ) : (
            <>
              <AccessSection fields={fields} kind={kind} />
              <Folded
                heading="h2"
                title={t('clients.inviteMore')}
                text={t('clients.inviteOptional')}
                isWrong={MORE.some((name) => fields.errorOf(name) !== undefined)}
              >
                <Rows>
                  <OwnerFields fields={fields} kind={kind} />
                  <ContactFields fields={fields} kind={kind} />
                </Rows>
              </Folded>
            </>
          )}
        </Beside>
        <ActionBar>
          <Button variant="outlined" color="inherit" component={Link} to="/dashboard/clients">
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={isSubmitting}>
            {t(`clients.${kind}Submit`)}
          </Button>
        </ActionBar>
      </form>
      {leaving}
    </Page>
  );
}

/** The fields that an invitation may leave to the invited person. */
const MORE = [
  'accountType',
  'companyName',
  'firstName',
  'lastName',
  'country',
  'phone',
  'language',
];

function AccessSection({ fields, kind }: SectionProps & { kind: Kind }) {
  const { t } = useTranslation();
  const { control, errorOf, setValue } = fields;
  const me = useMe();
  const accessLevel = useWatch({ control, name: 'accessLevel' });
  const levels = MAY_CREATE[me.clientAccessLevel];
  const chooses = choosesParent(me.clientAccessLevel);
  // Until the type is chosen by hand it is the usual one of the level.
  const isChosen = useFormState({ control }).dirtyFields.accountType === true;
  useEffect(() => {
    if (!isChosen) setValue('accountType', USUAL_TYPE[accessLevel]);
  }, [accessLevel, isChosen, setValue]);
  return (
    <Section title={t('clients.access')}>
      <Rows>
        {kind === 'invite' && <EmailField fields={fields} />}
        <Halves>
          <SelectField
            control={control}
            name="accessLevel"
            label={t('clients.level')}
            help={t(`clients.levelHelp.${accessLevel}`)}
          >
            {levels.map((level) => (
              <option key={level} value={level}>
                {t(`roles.${level}`)}
              </option>
            ))}
          </SelectField>
          {chooses && (
            <Controller
              name="parentId"
              control={control}
              render={({ field }) => (
                <ClientPicker
                  id="parentId"
                  label={t('clients.under')}
                  help={t('clients.underHelp')}
                  error={errorOf('parentId')}
                  value={field.value}
                  onChange={field.onChange}
                  fits={(client) =>
                    client.clientId !== me.clientId && mayStandUnder(accessLevel, client)
                  }
                  nobody={
                    me.clientAccessLevel === 'ADMINISTRATOR'
                      ? t('clients.underRoot')
                      : t('clients.underSelf')
                  }
                />
              )}
            />
          )}
        </Halves>
      </Rows>
    </Section>
  );
}
