/** The words of the account's page. */

export const en = {
  title: 'Your account',
  you: 'You',
  name: 'Your name',
  email: 'E-mail',
  emailHint: 'You sign in with it.',
  role: (role: string, team: string) => `${role} of ${team}`,
  language: 'Language',
  browser: 'As the browser prefers',
  save: 'Save',
  saved: 'Saved.',
  nameMissing: 'Please give your name.',
  units: {
    title: 'Lengths',
    label: 'Unit of lengths',
    hint: 'For this browser. A unit that you type along, such as 3 mm, is always understood.',
    mm: 'Millimetres',
    pt: 'Points',
    inch: 'Inches',
  },
  passphrase: {
    title: 'Passphrase',
    current: 'Present passphrase',
    next: 'New passphrase',
    submit: 'Change the passphrase',
    wrong: 'This is not your present passphrase.',
    changed: 'The passphrase is changed. Everywhere else you are signed out.',
  },
  everywhere: {
    title: 'Sign out everywhere',
    text: 'Ends this session and all others of yours, such as on a computer that you left.',
    submit: 'Sign out everywhere',
  },
}

export type Words = typeof en
