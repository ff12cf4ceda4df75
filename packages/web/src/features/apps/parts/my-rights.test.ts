import { appRights, appRoles, roleMay, type AppOperation } from '@pid/contract/app-roles';
import { expect, test } from 'vitest';
import { mayDevelop, mayHandleMoney, owns } from './my-rights.ts';

/** The controls of the pages of an app, by the check that shows them. */
const shownBy: readonly [typeof owns, readonly AppOperation[]][] = [
  [owns, ['deleteApp', 'inviteMember', 'removeMember', 'transferApp', 'setBankAccount', 'removeBankAccount']],
  [
    mayDevelop,
    [
      'changeApp',
      'uploadAppCover',
      'rotateAppSecret',
      'endPreviousSecret',
      'askVerification',
      'setItem',
      'removeItem',
    ],
  ],
  [
    mayHandleMoney,
    [
      'getBankAccount',
      'createPayment',
      'capturePayment',
      'voidPayment',
      'cancelPayment',
      'refundPayment',
      'payOutApp',
      'depositToApp',
      'requestSettlement',
      'cancelSettlement',
    ],
  ],
];

test('the pages show a control exactly to the roles that may use it', () => {
  for (const [shows, operations] of shownBy)
    for (const operation of operations)
      for (const role of appRoles)
        expect({ operation, role, isShown: shows({ role }) }).toEqual({
          operation,
          role,
          isShown: roleMay(role, operation),
        });
});

test('every operation that not all members may call is shown by one of the checks', () => {
  const limited = (Object.keys(appRights) as AppOperation[]).filter(
    (operation) => appRights[operation] !== 'token' && appRoles.some((role) => !roleMay(role, operation)),
  );
  expect(limited.toSorted()).toEqual(shownBy.flatMap(([, operations]) => operations).toSorted());
});
