// Calls the JavaScript SDK of PID, which the page has put into `window.pidSdk` (see "WebGL" in the README).
mergeInto(LibraryManager.library, {
  PidSignIn: function (baseUrlPointer, clientIdPointer, scopePointer, receiverPointer, methodPointer) {
    // Unity frees these texts when this function returns.
    var options = { baseUrl: UTF8ToString(baseUrlPointer), clientId: UTF8ToString(clientIdPointer) };
    var isShared = function (word) {
      return word !== '' && word !== 'openid';
    };
    // The SDK always shares the pid, which OpenID Connect asks for as `openid`.
    options.scope = UTF8ToString(scopePointer).split(' ').filter(isShared).join(' ');
    var receiver = UTF8ToString(receiverPointer);
    var method = UTF8ToString(methodPointer);
    var finish = function (result) {
      SendMessage(receiver, method, JSON.stringify({ code: result.code, codeVerifier: result.codeVerifier }));
    };
    var fail = function (error) {
      SendMessage(
        receiver,
        method,
        JSON.stringify({ error: error.code || 'failed', message: error.message }),
      );
    };
    if (!window.pidSdk) {
      fail({ code: 'unsupported', message: 'The page has not set window.pidSdk' });
      return;
    }
    try {
      // If the browser blocked the window, the page went to PID and came back, and the player presses the button again.
      var resumed = window.pidSdk.resumeSignIn();
      if (resumed) finish(resumed);
      else window.pidSdk.signInWithPid(options).then(finish, fail);
    } catch (error) {
      fail(error);
    }
  },
});
