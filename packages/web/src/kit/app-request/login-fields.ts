/** The fields of a login request. Other parameters in the address are not sent. */
export const LOGIN_FIELDS = [
  'client_id',
  'redirect_uri',
  'state',
  'response_mode',
  'code_challenge',
  'code_challenge_method',
  'response_type',
  'scope',
  'nonce',
  'prompt',
  'max_age',
  'request',
  'request_uri',
  'login_ticket',
];
