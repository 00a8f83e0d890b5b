"use strict";
(() => {
  // node_modules/preact/dist/preact.mjs
  var n, t, r, u, i, f, o, e, l, c, a, s, h = /* @__PURE__ */ Symbol.for("pv"), p = {}, y = [], v = /^m(i|n|o|s|text|space)$/, w = Array.isArray, d = y.slice, _ = Object.assign;
  function g(n2) {
    n2 && n2.parentNode && n2.remove();
  }
  function m(r3, u3, i3, f4, o4) {
    var e3 = { type: r3, props: u3, key: i3, ref: f4, __k: null, __: null, __b: 0, __e: null, __c: null, constructor: h, __v: o4 || ++t, __i: -1, __u: 0 };
    return !o4 && n.vnode && n.vnode(e3), e3;
  }
  function $(n2) {
    return n2.children;
  }
  function x(n2, t3) {
    this.props = n2, this.context = t3, this.__g = 0;
  }
  function S(n2, t3) {
    if (t3 == null) return n2.__ && S(n2.__, n2.__i + 1);
    for (var r3; t3 < n2.__k.length; t3++) if ((r3 = n2.__k[t3]) && r3.__e) return r3.__e;
    return typeof n2.type != "function" || n2.props.__P ? null : S(n2);
  }
  function C(t3) {
    var r3, u3 = t3.__v, i3 = u3.__e, f4 = [], o4 = [], e3 = t3.__P;
    e3 && ((r3 = _({ constructor: h }, u3)).__v = u3.__v + 1, n.vnode && n.vnode(r3), z(e3, r3, u3, t3.__n, e3.namespaceURI, 32 & u3.__u ? [i3] : null, f4, i3 || S(u3), 32 & u3.__u, o4), r3.__v = u3.__v, r3.__.__k[r3.__i] = r3, E(f4, r3, o4), u3.__ = u3.__e = null, r3.__e != i3 && j(r3));
  }
  function j(n2) {
    if ((n2 = n2.__) && n2.__c && !n2.props.__P) return n2.__e = null, n2.__k.some(function(t3) {
      return t3 && (n2.__e = t3.__e);
    }), j(n2);
  }
  function L(t3) {
    (8 & t3.__g || (t3.__g |= 8, u.push(t3), f++)) && i == n.debounceRendering || ((i = n.debounceRendering) || queueMicrotask)(H);
  }
  function H() {
    try {
      for (var n2, t3 = 1; u.length; ) u.length > t3 && u.sort(o), n2 = u.shift(), t3 = u.length, 8 & n2.__g && C(n2);
    } finally {
      (f = u.length) && (i || queueMicrotask)(H);
    }
  }
  function I(n2, t3, r3, u3, i3, f4, o4, e3, l3, c3, a4) {
    var s3, h3, v3, w3, d3, _3, g3 = u3.__k || y, k2 = t3.length;
    for (l3 = q(r3, t3, g3, l3, k2), s3 = 0; s3 < k2; s3++) (v3 = r3.__k[s3]) != null && (h3 = ~v3.__i && g3[v3.__i] || p, v3.__i = s3, _3 = z(n2, v3, h3, i3, f4, o4, e3, l3, c3, a4), w3 = v3.__e, (h3.ref != v3.ref || 8 & h3.__u) && (h3.ref && G(h3.ref, null, v3, h3), v3.ref && a4.push(v3.ref, v3.__c || w3, v3)), d3 = d3 || w3, 4 & v3.__u ? (l3 = A(v3, l3, n2, !h3.__v), h3.__e && (h3.__e = null)) : typeof v3.type == "function" && _3 !== void 0 ? l3 = _3 : w3 && (l3 = w3.nextSibling), v3.__u &= -21);
    return r3.__e = d3, l3;
  }
  function q(n2, t3, r3, u3, i3) {
    var f4, o4, e3, l3, c3, a4, s3, p3, y3, v3 = r3.length, d3 = v3, _3 = 0, g3 = 0, k2 = n2.__k = Array(i3);
    for (f4 = 0; f4 < i3; f4++) (o4 = t3[f4]) != null && typeof o4 != "boolean" && typeof o4 != "function" ? (typeof o4 != "object" || o4.constructor === String ? o4 = k2[f4] = m(null, o4) : w(o4) ? o4 = k2[f4] = m($, { children: o4 }) : o4.constructor === h && o4.__b ? o4 = k2[f4] = m(o4.type, o4.props, o4.key, o4.ref, o4.__v) : k2[f4] = o4, l3 = f4 + _3, o4.__ = n2, o4.__b = n2.__b + 1, e3 = null, ~(c3 = o4.__i = P(o4, r3, l3, d3)) && (d3--, (e3 = r3[c3]) && (e3.__u |= 2)), e3 && e3.__v ? (o4.__u |= 16, c3 == l3 - 1 ? _3-- : c3 == l3 + 1 ? _3++ : c3 != l3 && (c3 > l3 ? _3-- : _3++, g3 = 1)) : (~c3 || (i3 > v3 ? _3-- : i3 < v3 && _3++), typeof o4.type != "function" && (o4.__u |= 4))) : k2[f4] = null;
    if (g3) {
      for (a4 = [], s3 = [], f4 = 0; f4 < i3; f4++) if ((o4 = k2[f4]) && 16 & o4.__u) {
        for (_3 = 0, p3 = a4.length; _3 < p3; ) a4[y3 = _3 + p3 >> 1] < o4.__i ? _3 = y3 + 1 : p3 = y3;
        a4[_3] = o4.__i, s3[f4] = _3 + 1;
      }
      for (_3 = a4.length; f4--; ) s3[f4] && (s3[f4] == _3 ? _3-- : k2[f4].__u |= 4);
    }
    if (d3) for (f4 = 0; f4 < v3; f4++) !(e3 = r3[f4]) || 2 & e3.__u || (e3.__e == u3 && (u3 = S(e3)), J(e3, e3));
    return u3;
  }
  function A(n2, t3, r3, u3) {
    var i3, f4, o4, e3;
    if (typeof n2.type == "function") {
      if (n2.props.__P) return t3;
      if (i3 = n2.__k) for (f4 = 0; f4 < i3.length; f4++) i3[f4] && (i3[f4].__ = n2, t3 = A(i3[f4], t3, r3, !1));
      return t3;
    }
    for (t3 && !t3.parentNode && (t3 = S(n2)) && !t3.parentNode && (t3 = null), o4 = n2.__e, e3 = t3; e3 && e3.nodeType == 8; ) e3 = e3.nextSibling;
    for (o4 != e3 && (!u3 && r3.moveBefore && o4.parentNode ? r3.moveBefore(o4, t3) : r3.insertBefore(o4, t3 || null)), t3 = o4; (t3 = t3 && t3.nextSibling) && t3.nodeType == 8 && !t3.data.startsWith("$s"); ) ;
    return t3;
  }
  function P(n2, t3, r3, u3) {
    var i3, f4 = n2.key, o4 = n2.type, e3 = t3[r3], l3 = e3 && !(2 & e3.__u);
    if (e3 === null && f4 == null || l3 && f4 == e3.key && o4 == e3.type) return r3;
    if (u3 > (l3 ? 1 : 0)) {
      for (i3 = r3 - 1; i3 >= 0; i3--) if ((e3 = t3[i3]) && !(2 & e3.__u) && f4 == e3.key && o4 == e3.type) return i3;
      for (i3 = r3 + 1; i3 < t3.length; i3++) if ((e3 = t3[i3]) && !(2 & e3.__u) && f4 == e3.key && o4 == e3.type) return i3;
    }
    return -1;
  }
  function T(n2, t3, r3) {
    r3 == null && (r3 = ""), t3[0] == "-" ? n2.setProperty(t3, r3) : n2[t3] = r3;
  }
  function N(n2, t3, r3, u3, i3) {
    var f4, o4;
    if (t3 == "style") if (typeof r3 == "string") n2.style.cssText = r3;
    else {
      if (typeof u3 == "string" && (n2.style.cssText = u3 = ""), u3) for (t3 in u3) r3 && t3 in r3 || T(n2.style, t3);
      if (r3) for (t3 in r3) u3 && r3[t3] == u3[t3] || T(n2.style, t3, r3[t3]);
    }
    else if (t3[0] == "o" && t3[1] == "n") typeof r3 != "function" && (r3 = null), typeof u3 != "function" && (u3 = null), (n2.__e || (n2.__e = {}))[t3] = r3, r3 && u3 || (o4 = a[t3] || (a[t3] = V(t3)), (n2.__a || (n2.__a = {}))[t3] = c, f4 = t3 != (t3 = t3.replace(l, "$1")), (t3 = t3.slice(2))[0] < "a" && (t3 = t3.toLowerCase()), r3 ? n2.addEventListener(t3, o4, f4) : n2.removeEventListener(t3, o4, f4));
    else {
      if (i3 == "http://www.w3.org/2000/svg") t3 = t3.replace(/xlink(H|:h)/, "h").replace(/sName$/, "s");
      else if (t3 != "width" && t3 != "height" && t3 != "href" && t3 != "list" && t3 != "form" && t3 != "tabIndex" && t3 != "download" && t3 != "rowSpan" && t3 != "colSpan" && t3 != "role" && t3 != "popover" && t3 in n2) try {
        return void (n2[t3] = r3 ?? "");
      } catch {
      }
      if (typeof r3 == "function") return;
      r3 == null || r3 === !1 && t3[4] != "-" ? n2.removeAttribute(t3) : n2.setAttribute(t3, t3 == "popover" && r3 == 1 ? "" : r3);
    }
  }
  function V(t3) {
    return function(r3) {
      var u3 = this.__e;
      if (u3) {
        if (u3 = u3[t3], r3[e] == null) r3[e] = c++;
        else if (r3[e] < this.__a[t3]) return;
        return u3(n.event ? n.event(r3) : r3);
      }
    };
  }
  function z(t3, r3, u3, i3, f4, o4, e3, l3, c3, a4) {
    var s3, p3, v3, d3, k2, b, m3, M, C3, j2, L2, H2, q2, A3, O, P2, T3, N2, V2 = r3.type;
    if (r3.constructor !== h) return null;
    128 & u3.__u && (c3 = 32 & u3.__u, s3 = u3.__c.__z) && (r3.__u |= c3, p3 = o4 = [], s3.nodeType == 8 ? l3 = B(s3, o4) : o4.push(s3), l3 = o4[0] || l3), (s3 = n.__b) && s3(r3);
    n: if (typeof V2 == "function") {
      v3 = e3.length;
      try {
        if (M = r3.props, C3 = (s3 = V2.prototype) && s3.render, j2 = (s3 = V2.contextType) && i3[s3.__c], L2 = s3 ? j2 ? j2.props.value : s3.__ : i3, (d3 = u3.__c) ? (r3.__c = d3, 2 & d3.__g && (d3.__g |= 1)) : (C3 ? r3.__c = d3 = new V2(M, L2) : (r3.__c = d3 = new x(M, L2), d3.constructor = V2, d3.render = K), j2 && j2.sub(d3), d3.state || (d3.state = {}), d3.__n = i3, d3.__g |= 8, d3.__h = [], d3.__k = []), C3 && (d3.__s || (d3.__s = d3.state), V2.getDerivedStateFromProps && (d3.__s == d3.state && (d3.__s = _({}, d3.__s)), _(d3.__s, V2.getDerivedStateFromProps(M, d3.__s)))), k2 = d3.props, b = d3.state, d3.__v = r3, u3.__c) {
          if (M !== k2 && C3 && !V2.getDerivedStateFromProps && d3.componentWillReceiveProps && d3.componentWillReceiveProps(M, L2), r3.__v == u3.__v && !(8 & d3.__g) || !(4 & d3.__g) && d3.shouldComponentUpdate && d3.shouldComponentUpdate(M, d3.__s, L2) === !1) {
            r3.__v != u3.__v && (d3.props = M, d3.state = d3.__s, d3.__g &= -9), r3.__e = u3.__e, r3.__k = u3.__k, r3.__k.some(function(n2) {
              n2 && (n2.__ = r3);
            }), y.push.apply(d3.__h, d3.__k), d3.__k = [], d3.__h.length && e3.push(d3), l3 = S(u3);
            break n;
          }
          d3.componentWillUpdate && d3.componentWillUpdate(M, d3.__s, L2), C3 && d3.componentDidUpdate && d3.__h.push(function() {
            d3.componentDidUpdate(k2, b, m3);
          });
        } else C3 && !V2.getDerivedStateFromProps && d3.componentWillMount && d3.componentWillMount(), C3 && d3.componentDidMount && d3.__h.push(d3.componentDidMount);
        d3.context = L2, d3.props = M, d3.__P = t3, d3.__g &= -5, H2 = n.__r, q2 = C3 ? 25 : 0;
        do
          d3.__g &= -9, H2 && H2(r3), s3 = d3.render(d3.props, d3.state = d3.__s, d3.context);
        while (8 & d3.__g && ++q2 < 25);
        C3 && (y.push.apply(d3.__h, d3.__k), d3.__k = []), d3.state = d3.__s, d3.getChildContext && (i3 = _({}, i3, d3.getChildContext())), C3 && u3.__c && d3.getSnapshotBeforeUpdate && (m3 = d3.getSnapshotBeforeUpdate(k2, b)), A3 = s3 && s3.type === $ && s3.key == null ? s3.props.children : s3, M.__P && (s3 = l3, f4 = (t3 = M.__P).namespaceURI, c3 = o4 = null, u3.props && u3.props.__P != t3 && (u3.__k.some(function(n2) {
          n2 && J(n2, n2);
        }), u3.__k = null), l3 = u3.__k ? S(u3, 0) : null), l3 = I(t3, w(A3) ? A3 : [A3], r3, u3, i3, f4, o4, e3, l3, c3, a4), M.__P && (r3.__e = null, l3 = s3), r3.__u &= -161, p3 && p3.some(g), d3.__h.length && e3.push(d3), 1 & d3.__g && (d3.__g &= -4);
      } catch (t4) {
        if (e3.length = v3, r3.__v = null, c3 || o4) if (t4 && t4.then) {
          if (r3.__u |= 128 | c3, o4) {
            for (~(T3 = o4.indexOf(l3 || void 0)) || (T3 = o4.length); (N2 = o4[T3 - 1]) && N2.nodeType == 8; ) T3--;
            for (; T3 < o4.length; T3++) if (N2 = o4[T3]) if (o4[T3] = null, O) {
              if (N2 == P2) break;
            } else {
              if (N2.nodeType != 8) break;
              N2.data.startsWith("$s") && (P2 = B(O = N2));
            }
          }
          if (!O) {
            for (; l3 && l3.nodeType == 8 && l3.nextSibling; ) l3 = l3.nextSibling;
            O = l3;
          }
          (s3 = B(O = r3.__c.__z || (r3.__c.__z = O))) ? (r3.__e = O, l3 = s3) : r3.__e = l3, l3 = l3 && l3.nextSibling;
        } else o4 && o4.some(g);
        else r3.__e = u3.__e;
        r3.__k || (r3.__k = u3.__k || []), t4 && t4.then || D(r3), n.__e(t4, r3, u3);
      }
    } else l3 = r3.__e = F(u3.__e, r3, u3, i3, f4, o4, e3, c3, a4, t3);
    return (s3 = n.diffed) && s3(r3), l3;
  }
  function B(n2, t3) {
    if (n2 && n2.nodeType == 8 && n2.data.startsWith("$s")) for (var r3 = 1; n2 = n2.nextSibling; ) {
      if (n2.nodeType == 8) {
        if (n2.data.startsWith("$s")) r3++;
        else if (n2.data.startsWith("/$s") && !--r3) return n2;
      }
      t3 && t3.push(n2);
    }
  }
  function D(n2) {
    n2 && (n2.__c && (n2.__c.__g |= 4), n2.__k && n2.__k.some(D));
  }
  function E(t3, r3, u3) {
    for (var i3 = 0; i3 < u3.length; ) G(u3[i3++], u3[i3++], u3[i3++]);
    n.__c && n.__c(r3, t3), t3.some(function(r4) {
      try {
        t3 = r4.__h, r4.__h = [], t3.some(function(n2) {
          n2.call(r4);
        });
      } catch (t4) {
        n.__e(t4, r4.__v);
      }
    });
  }
  function F(t3, r3, u3, i3, f4, o4, e3, l3, c3, a4) {
    var s3, h3, y3, _3, k2, b, m3, M, $2 = u3.props || p, x2 = r3.props, C3 = r3.type;
    if (C3 == "svg" ? f4 = "http://www.w3.org/2000/svg" : C3 == "math" ? f4 = "http://www.w3.org/1998/Math/MathML" : f4 || (f4 = "http://www.w3.org/1999/xhtml"), o4) {
      for (s3 = 0; s3 < o4.length; s3++) if ((k2 = o4[s3]) && (C3 ? k2.localName == C3 : k2.nodeType == 3)) {
        t3 = k2, o4[s3] = null;
        break;
      }
    }
    if (!t3) {
      if (M = a4.ownerDocument || document, !C3) return M.createTextNode(x2);
      t3 = M.createElementNS(f4, C3, x2.is ? x2 : a4), l3 && (n.__m && n.__m(r3, o4), l3 = !1), o4 = null;
    }
    if (C3) {
      if (a4 = C3 == "template" && t3.content || t3, o4 = C3 == "textarea" && x2.defaultValue != null ? null : o4 && d.call(a4.childNodes), !l3 && o4) for ($2 = {}, s3 = 0; s3 < t3.attributes.length; s3++) $2[(k2 = t3.attributes[s3]).name] = k2.value;
      for (s3 in $2) k2 = $2[s3], s3 == "dangerouslySetInnerHTML" ? y3 = k2 : s3 == "children" || s3 in x2 || s3 == "value" && "defaultValue" in x2 || s3 == "checked" && "defaultChecked" in x2 || N(t3, s3, null, k2, f4);
      for (s3 in x2) k2 = x2[s3], s3 == "children" ? _3 = k2 : s3 == "dangerouslySetInnerHTML" ? h3 = k2 : s3 == "value" ? b = k2 : s3 == "checked" ? m3 = k2 : l3 && typeof k2 != "function" || $2[s3] === k2 || N(t3, s3, k2, $2[s3], f4);
      h3 ? (l3 || y3 && (h3.__html == y3.__html || h3.__html == t3.innerHTML) || (t3.innerHTML = h3.__html), r3.__k = []) : (y3 && (t3.textContent = ""), (C3 == "foreignObject" || f4 == "http://www.w3.org/1998/Math/MathML" && v.test(C3)) && (f4 = "http://www.w3.org/1999/xhtml"), I(a4, w(_3) ? _3 : [_3], r3, u3, i3, f4, o4, e3, o4 ? o4[0] : u3.__k && S(u3, 0), l3, c3), o4 && o4.some(g)), l3 && C3 != "textarea" || (s3 = "value", C3 == "progress" && b == null ? t3.removeAttribute(s3) : b == null || b === t3[s3] && (C3 != "progress" || b) || N(t3, s3, b, $2[s3], f4), s3 = "checked", m3 != null && m3 != t3[s3] && N(t3, s3, m3, $2[s3], f4));
    } else $2 === x2 || l3 && t3.data == x2 || (t3.data = x2);
    return t3;
  }
  function G(t3, r3, u3, i3) {
    try {
      typeof t3 == "function" ? r3 ? r3.__x = t3(r3) || 1 : i3 && (i3 = i3.__c || i3.__e) && (r3 = i3.__x) && (i3.__x = null, typeof r3 == "function" ? r3() : t3(null)) : t3.current = r3;
    } catch (t4) {
      n.__e(t4, u3);
    }
  }
  function J(t3, r3, u3) {
    var i3, f4, o4, e3;
    if (n.unmount && n.unmount(t3), !(i3 = t3.ref) || i3.current && i3.current != t3.__e || G(i3, null, r3, t3), i3 = t3.__c) {
      if (i3.componentWillUnmount) try {
        i3.componentWillUnmount();
      } catch (t4) {
        n.__e(t4, r3);
      }
      i3.__P = i3.__n = null;
    }
    if (i3 = t3.__k) for (e3 = 0; e3 < i3.length; e3++) i3[e3] && J(i3[e3], r3, typeof t3.type != "function" || u3 && !t3.props.__P);
    !u3 && (i3 = t3.__c) && (i3 = i3.__z) && (f4 = B(i3, o4 = [])) && (i3 == t3.__e && o4.some(g), g(f4), g(i3)), u3 || g(t3.__e), t3.__e = t3.__c = t3.__ = null;
  }
  function K(n2, t3, r3) {
    return this.constructor(n2, r3);
  }
  function Q(t3, r3) {
    var u3, i3, f4, o4;
    n.__ && n.__(t3, r3), r3.nodeType == 9 && (r3 = r3.documentElement), i3 = (u3 = t3 && 32 & t3.__u) ? null : r3.__k, r3.__k = m($, { children: [t3] }), f4 = [], o4 = [], z(r3, r3.__k, i3 || p, p, r3.namespaceURI, i3 ? null : r3.firstChild ? d.call(r3.childNodes) : null, f4, i3 ? i3.__e : r3.firstChild, u3, o4), E(f4, r3.__k, o4), r3.__k.props.children = null;
  }
  n = { __e: function(n2, t3, r3, u3) {
    for (var i3, o4, e3; t3 = t3.__; ) if ((i3 = t3.__c) && !(1 & i3.__g)) {
      i3.__g |= 4;
      try {
        if ((e3 = (o4 = i3.constructor) && o4.getDerivedStateFromError) && i3.setState(o4.getDerivedStateFromError(n2)), i3.componentDidCatch && (i3.componentDidCatch(n2, u3 || {}), e3 = 1), e3 && 8 & i3.__g) return void (i3.__g |= 2);
      } catch (t4) {
        n2 = t4;
      }
    }
    throw f = 0, n2;
  } }, t = 0, r = function(n2) {
    return n2 != null && n2.constructor === h;
  }, x.prototype.setState = function(n2, t3) {
    var r3 = this.__s;
    r3 && r3 != this.state || (r3 = this.__s = _({}, this.state)), typeof n2 == "function" && (n2 = n2(_({}, r3), this.props)), n2 && (_(r3, n2), this.__v && (t3 && this.__k.push(t3), L(this)));
  }, x.prototype.forceUpdate = function(n2) {
    this.__v && (this.__g |= 4, n2 && this.__h.push(n2), L(this));
  }, x.prototype.render = $, u = [], f = 0, o = function(n2, t3) {
    return n2.__v.__b - t3.__v.__b;
  }, e = /* @__PURE__ */ Symbol(), l = /(PointerCapture)$|Capture$/i, c = 0, a = {}, s = 0;

  // node_modules/preact/hooks/dist/hooks.mjs
  var t2, r2, u2, i2, o2 = Object.is, f2 = 0, c2 = [], e2 = [], a2 = n, v2 = a2.__b, l2 = a2.__r, m2 = a2.diffed, h2 = a2.__c, s2 = a2.unmount, p2 = a2.__;
  function y2(n2, t3) {
    a2.__h && a2.__h(r2, n2, f2 || t3), f2 = 0;
    var u3 = r2.__H || (r2.__H = { __: [], __h: [] });
    return n2 >= u3.__.length && u3.__.push({}), u3.__[n2];
  }
  function d2(n2) {
    return f2 = 1, _2(G2, n2);
  }
  function _2(n2, u3, i3) {
    var f4 = y2(t2++, 2);
    if (f4.t = n2, !f4.__c && (f4.__ = [i3 ? i3(u3) : G2(void 0, u3), function(n3) {
      var t3 = (f4.__N || f4.__)[0], r3 = f4.t(t3, n3);
      o2(t3, r3) || (f4.__N = [r3, f4.__[1]], f4.__c.setState({}));
    }], f4.__c = r2, !r2.__f)) {
      r2.__f = !0;
      var c3 = r2.shouldComponentUpdate;
      r2.shouldComponentUpdate = function(n3, t3, r3) {
        var u4 = this.__H;
        if (!u4) return !0;
        var i4 = !1, f5 = this.props != n3;
        if (u4.__.some(function(n4) {
          n4.__N && (i4 = !0, o2(n4.__[0], n4.__N[0]) || (f5 = !0));
        }), c3) {
          var e3 = c3.call(this, n3, t3, r3);
          return i4 ? e3 || f5 : e3;
        }
        return !i4 || f5;
      };
    }
    return f4.__;
  }
  function A2(n2, u3) {
    var i3 = y2(t2++, 3);
    !a2.__s && E2(i3.__H, u3) && (i3.__P = !0, i3.__ = n2, i3.u = u3, r2.__H.__h.push(i3));
  }
  function F2(n2, u3) {
    var i3 = y2(t2++, 4);
    !a2.__s && E2(i3.__H, u3) && (i3.__P = !1, i3.__ = n2, i3.u = u3, r2.__h.push(i3));
  }
  function T2(n2) {
    return f2 = 5, w2(function() {
      return { current: n2 };
    }, []);
  }
  function w2(n2, r3) {
    var u3 = y2(t2++, 7);
    return E2(u3.__H, r3) && (u3.__ = n2(), u3.__H = r3), u3.__;
  }
  function g2() {
    var n2;
    do {
      for (; n2 = e2.shift(); ) try {
        C2(n2);
      } catch (t4) {
        a2.__e(t4, { __: (n2 = n2.__P) && n2.__v });
      }
      for (; n2 = c2.shift(); ) {
        var t3 = n2.__H;
        if (n2.__P && t3) try {
          t3.__h.some(C2), t3.__h.some(D2), t3.__h = [];
        } catch (r3) {
          t3.__h = [], a2.__e(r3, n2.__v);
        }
      }
    } while (e2.length);
  }
  a2.__b = function(n2) {
    r2 = null, v2 && v2(n2);
  }, a2.__ = function(n2, t3) {
    n2 && t3.__k && t3.__k.__m && (n2.__m = t3.__k.__m), p2 && p2(n2, t3);
  }, a2.__r = function(n2) {
    l2 && l2(n2), t2 = 0;
    var i3 = (r2 = n2.__c).__H;
    i3 && (u2 == r2 ? r2.__h = [] : (i3.__h.some(C2), i3.__h.some(D2), t2 = 0), i3.__h = [], i3.__.some(function(n3) {
      n3.__N && (n3.__ = n3.__N), n3.u = n3.__N = void 0;
    })), u2 = r2;
  }, a2.diffed = function(n2) {
    m2 && m2(n2);
    var t3 = n2.__c;
    t3 && t3.__H && (t3.__H.__h.length && B2(c2.push(t3)), t3.__H.__.some(function(n3) {
      n3.u && (n3.__H = n3.u);
    })), u2 = r2 = null;
  }, a2.__c = function(n2, t3) {
    t3.some(function(n3) {
      try {
        n3.__h.some(C2), n3.__h = n3.__h.filter(function(n4) {
          return !n4.__ || D2(n4);
        });
      } catch (t4) {
        n3.__h = [function() {
          throw t4;
        }];
      }
    }), h2 && h2(n2, t3);
  }, a2.unmount = function(n2) {
    s2 && s2(n2);
    var t3, r3, u3 = n2.__c;
    u3 && u3.__H && (u3.__H.__.some(function(u4) {
      try {
        if (u4.__P && u4.__c) {
          if (r3 === void 0) {
            for (r3 = n2.__; r3 && (!r3.__c || !r3.__c.__P); ) r3 = r3.__;
            r3 = r3 && r3.__c;
          }
          u4.__P = r3, B2(e2.push(u4));
        } else C2(u4);
      } catch (n3) {
        t3 = n3;
      }
    }), u3.__H = void 0, t3 && a2.__e(t3, u3.__v));
  };
  var k = typeof requestAnimationFrame == "function";
  function z2(n2) {
    var t3, r3 = function() {
      clearTimeout(u3), k && cancelAnimationFrame(t3), setTimeout(n2);
    }, u3 = setTimeout(r3, 35);
    k && (t3 = requestAnimationFrame(r3));
  }
  function B2(n2) {
    n2 != 1 && i2 == a2.requestAnimationFrame || ((i2 = a2.requestAnimationFrame) || z2)(g2);
  }
  function C2(n2) {
    var t3 = r2, u3 = n2.__c;
    typeof u3 == "function" && (n2.__c = void 0, u3()), r2 = t3;
  }
  function D2(n2) {
    var t3 = r2;
    n2.__c = n2.__(), r2 = t3;
  }
  function E2(n2, t3) {
    return !n2 || n2.length != t3.length || t3.some(function(t4, r3) {
      return !o2(t4, n2[r3]);
    });
  }
  function G2(n2, t3) {
    return typeof t3 == "function" ? t3(n2) : t3;
  }

  // src/store.ts
  var Store = class {
    constructor(value) {
      this.value = value;
    }
    value;
    watchers = /* @__PURE__ */ new Set();
    set(value) {
      if (!Object.is(value, this.value)) {
        this.value = value;
        for (let watcher of [...this.watchers]) watcher();
      }
    }
    watch(watcher) {
      return this.watchers.add(watcher), () => this.watchers.delete(watcher);
    }
  };
  function useStore(store) {
    let [, redraw] = d2(0);
    return F2(() => store.watch(() => redraw((n2) => n2 + 1)), [store]), store.value;
  }
  function recall(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }
  function keep(key, value) {
    try {
      localStorage.setItem(key, value);
    } catch {
    }
  }
  var kept = recall("tianji.theme"), theme = new Store(kept === "light" || kept === "dark" ? kept : "system"), language = new Store(document.documentElement.lang.startsWith("zh") ? "zh" : "en"), letterKeys = new Store(recall("tianji.keys") !== "off"), keptUnit = recall("tianji.unit"), keptPalette = recall("tianji.palette"), unit = new Store(keptUnit === "bb" || keptUnit === "pot" ? keptUnit : "chips"), blind = new Store(Number(recall("tianji.blind")) || 1), palette = new Store(keptPalette === "safe" || keptPalette === "striped" ? keptPalette : "usual");
  var moved = new Store(Object.fromEntries((recall("tianji.moved") ?? "").split(" ").flatMap((pair) => /^[a-z]:[a-z]$/.test(pair) ? [pair.split(":")] : [])));

  // src/text/en.json
  var en_default = {
    skip: "Skip to content",
    close: "Close",
    cancel: "Cancel",
    open: "Open",
    opening: "Opening…",
    loading: "Loading…",
    nothing: "Nothing matches.",
    export: "Export",
    exploitability: "exploitability",
    player: "Player {n}",
    gone: "The server does not answer. This page stays readable and reconnects by itself; runs go on.",
    working: "{running} running, {waiting} waiting",
    "nav.label": "Screens",
    "nav.home": "Home",
    "nav.more": "More",
    "nav.play": "Play",
    "nav.games": "Games",
    "nav.solve": "Solve",
    "nav.holdem": "Hold'em",
    "nav.train": "Train",
    "nav.matrix": "Matrix",
    "nav.subgame": "Subgames",
    "nav.search": "Search",
    "nav.runs": "Runs",
    "nav.library": "Library",
    "nav.settings": "Settings",
    "nav.help": "Help",
    "nav.keys": "Keys",
    "theme.system": "Theme: system",
    "theme.light": "Theme: light",
    "theme.dark": "Theme: dark",
    "palette.title": "Go to",
    "palette.open": "Search or jump to…",
    "palette.hint": "A game, a run, a screen, a setting",
    "palette.screen": "screen",
    "palette.game": "game",
    "palette.run": "run",
    "palette.setting": "setting",
    "palette.save": "Save this page as a file",
    "keys.page": "page",
    "save.foot": "Kept by Tianji Studio on {when} UTC: {place}",
    "palette.solve": "Solve {game}",
    "keys.title": "Keys",
    "keys.palette": "search or jump",
    "keys.help": "this list",
    "keys.search": "search on this screen",
    "keys.table": "curve as table",
    "keys.code": "as code",
    "keys.curve": "move along the curve",
    "keys.letters": "Single-letter keys",
    "home.title": "Solve a game, see the proof",
    "home.lead": "Every answer here says how far from optimal it is. Everything runs on this machine.",
    "home.examples": "Worked examples",
    "home.continue": "Continue",
    "home.all": "All {n} runs",
    "example.kuhn.title": "Kuhn poker",
    "example.kuhn.about": "Three cards, one bet. The first player loses exactly 1/18 a hand: watch the bluffs settle.",
    "example.leduc.title": "Leduc hold'em",
    "example.leduc.about": "Two rounds and a public card: 936 information sets, merged to 288 without loss.",
    "example.coin_toss.title": "Coin toss",
    "example.coin_toss.about": "The small game on which solving a subgame by itself goes wrong.",
    "games.lead": "Rules, parameters and size of every game that comes with Tianji.",
    "games.search": "Find a game",
    "games.filter": "Show",
    "games.all": "All",
    "games.hidden": "hidden information",
    "games.open": "perfect information",
    "games.chance": "chance",
    "games.players": "{n} players",
    "games.players.label": "players",
    "games.solve": "Solve",
    "games.parameters": "Parameters",
    "games.rules": "Rules",
    "games.size": "Size",
    "games.histories": "histories",
    "games.infosets": "information sets",
    "games.merged": "({n} merged)",
    "games.terminals": "terminals",
    "games.depth": "longest line",
    "games.payoffs": "payoffs",
    "games.zero": "zero sum",
    "games.general": "general sum",
    "games.memory": "memory",
    "games.of": "{need} of {free}",
    "games.fits": "fits",
    "games.fits.not": "does not fit",
    "games.tree": "Tree",
    "own.watching": "watching",
    "own.none": "No class of tianji.Game is in this file yet.",
    "own.sound": "the rules hold: all {n} histories were walked",
    "own.sound.part": "the rules hold in the first {n} histories",
    "solve.title": "New solve",
    "solve.lead": "Choose a game and a method; what it takes is told before it starts.",
    "solve.game": "Game",
    "solve.spec": "name, with parameters if you like",
    "solve.spec.help": "For example leduc, or liars_dice(faces=4).",
    "solve.rules": "Rules and parameters",
    "solve.method": "Method",
    "solve.regret": "Regret minimisation on the compiled game",
    "solve.sampling": "Sampling, for games too large to compile",
    "solve.exact": "Exact, two players, zero sum",
    "solve.usual": "usual choice",
    "solve.stops": "When to stop",
    "solve.stops.help": "The first one reached ends the run. Empty means no limit.",
    "solve.until": "exploitability",
    "solve.until.pot": "exploitability, % of pot",
    "solve.iterations": "iterations",
    "solve.seconds": "seconds",
    "solve.more": "Seed and threads",
    "solve.seed": "seed",
    "solve.threads": "threads",
    "solve.threads.usual": "what pays",
    "solve.number": "a number, such as 1e-4",
    "solve.whole": "a whole number",
    "solve.plan": "Before it starts",
    "solve.compile": "time to compile, about",
    "solve.notree": "keeps no tree",
    "solve.start": "Solve",
    "solve.starting": "Starting…",
    "state.queued": "queued",
    "state.running": "running",
    "state.done": "done",
    "state.stopped": "stopped",
    "state.paused": "paused",
    "state.failed": "failed",
    "run.missing": "There is no such run",
    "run.stop": "Stop",
    "run.pause": "Pause",
    "run.time.travel": "Time travel",
    "run.resume": "Continue",
    "run.clone": "Copy and change",
    "run.delete": "Delete",
    "run.delete.sure": "The run moves to the folder trash in the workspace.",
    "run.tabs": "Parts of this run",
    "run.time": "time",
    "run.rate": "rate",
    "run.left.label": "left",
    "run.left": "{time} left",
    "run.working": "working",
    "run.took": "{iterations} iterations, {time}",
    "run.progress": "Progress",
    "tab.curve": "Curve",
    "tab.strategy": "Strategy",
    "tab.files": "Files",
    "tab.log": "Log",
    "tab.code": "As code",
    "proof.label": "How good the answer is",
    "proof.value": "value of player {player}",
    "proof.stopped": "ended by",
    "proof.unknown": "not evaluated",
    "proof.claim": "Exploitability is NashConv / {players}: what a player gains by deviating, on average; worked out exactly for the strategy shown.",
    "proof.exact": "Found by linear programming; what is left is rounding.",
    "proof.live": "Each point of the curve is an exact evaluation of the strategy at that moment.",
    "stopped.until": "target reached",
    "stopped.iterations": "iterations done",
    "stopped.seconds": "time is up",
    "stopped.cancelled": "stopped by you",
    "stopped.interrupted": "interrupted",
    "stopped.exact": "exact answer",
    "stopped.floor": "limit of precision",
    "curve.iterations": "iterations",
    "curve.seconds": "seconds",
    "curve.axis": "Horizontal axis",
    "curve.table": "Points of the curve",
    "curve.astable": "As table",
    "curve.target": "target {value}",
    "curve.none": "No evaluation yet.",
    "curve.lp": "One exact step: there is no curve.",
    "curve.guides": "Dashed: slopes 1/√T and 1/T from the first point. Move along the curve with the pointer or the arrow keys.",
    "curve.reading": "{iterations} iterations · {seconds} · exploitability {gap}",
    "curve.label": "Exploitability after {n} evaluations: {gap} at {iterations} iterations",
    "strategy.none": "The strategy is shown when the run has ended; stop it to see the best one so far.",
    "strategy.search": "Find an information set",
    "strategy.player": "Player",
    "strategy.all": "All",
    "strategy.count": "{shown} of {total}, those first that are reached most often",
    "strategy.infoset": "information set",
    "strategy.reach": "reached",
    "strategy.value": "value",
    "strategy.plays": "plays",
    "strategy.more": "Show more",
    "files.strategy": "the strategy, for tj.Strategy.load",
    "files.json": "figures, curve and information sets",
    "files.events": "what happened, a line each",
    "files.log": "what the process wrote",
    "files.take": "Download {name}",
    "files.download": "Download",
    "log.none": "The process printed nothing.",
    "code.title": "As code",
    "code.copy": "Copy",
    "code.copied": "Copied",
    "code.shell": "Command line",
    "code.lead": "The same answer, without this page.",
    "runs.lead": "What runs, what waits, what was found. Runs go on when this page or the server is closed.",
    "runs.new": "New solve",
    "runs.search": "Find a run",
    "runs.filter": "State",
    "runs.none": "No runs yet",
    "runs.none.go": "Start one",
    "runs.pick": "Compare {name}",
    "runs.compare": "Curves together",
    "error.any": "This did not work",
    "error.ParameterError": "A value that cannot be used",
    "error.UnknownNameError": "A name that is not known",
    "error.NotApplicableError": "Not for this game",
    "error.TooLargeError": "Too large",
    "error.GameRuleError": "The rules are broken",
    "error.NotAllowed": "Not a file of this studio",
    "error.Lost": "Ended by the system",
    "kept.not": "This part was not kept in this page.",
    "locked.title": "This browser has not been let in yet",
    "locked.how": "Open the address that this command prints; each one works once, for two minutes:",
    "missing.title": "There is no such page",
    "act.label": "Actions",
    "act.action": "action",
    "act.value": "worth",
    "act.plays": "the strategy plays",
    "act.yours": "yours",
    "run.restore": "Start from the checkpoint",
    "keys.here": "On this screen",
    "keys.everywhere": "Everywhere",
    "home.due": "Due for review",
    "home.due.n": "{n} due",
    "home.tables": "Open tables",
    "home.table": "round {n}",
    "home.drop": "Open a file of yours",
    "home.drop.help": "Drop it anywhere: solves and strategies (.tianji, .safetensors), tablebases and books, games (.efg, .nfg, CSV), ranges and spots (text, JSON, TOML, TexasSolver, WASM Postflop), hands (PHH, ACPC logs).",
    "home.drop.large": "Files of this kind are read up to 64 KB.",
    "example.tic_tac_toe.title": "Tic-tac-toe, cut by cut",
    "example.tic_tac_toe.about": "Alpha-beta one visit at a time: the window, the line of the program, and what each cut left out.",
    "example.chicken.title": "Chicken",
    "example.chicken.about": "Dare or swerve: three equilibria in exact fractions, and what a mediator could do better.",
    "example.river.title": "A river of hold'em",
    "example.river.about": "Two ranges, one board: who bets what, hand by hand, to 0.3 % of the pot.",
    "run.tree": "Tree",
    "run.compare": "Compare",
    "run.edit": "Name, tags, note",
    "run.edit.name": "name",
    "run.edit.tags": "tags, with commas",
    "run.edit.note": "note",
    "run.edit.keep": "Save",
    "strategy.sort": "Sort by {column}",
    "games.two": "two players",
    "games.many": "three or more",
    "games.search.go": "Search",
    "runs.picked": "{n} chosen",
    "runs.disk": "{n} runs, {size} on disk",
    "runs.delete": "Delete the chosen",
    "solve.choose": "How to choose, measured",
    "proof.version": "version",
    "proof.file": "file",
    "games.small": "up to 10,000 histories",
    "games.large": "larger",
    "games.size.tag": "{n} histories",
    "drop.here": "Drop it here",
    "drop.choose": "Choose a file",
    "drop.sending": "{name}: {done} of {size}",
    "drop.opening": "Opening {name}…",
    "run.flops": "flops",
    "run.decisions": "decisions",
    "exploitability.pot": "exploitability, of the pot",
    "list.holdem": "hold'em {board}",
    "list.flops": "hold'em flops",
    "list.hands": "hold'em hands",
    "list.own": "own sizes",
    "list.locked": "locked",
    "files.solve": "the solve, read by tj.holdem.Solution.load",
    "files.report": "rows of the report",
    "error.StrategyError": "A strategy that does not fit",
    "error.FileFormatError": "Not readable",
    "error.FileAccessError": "Not to be read or written",
    "error.MissingExtraError": "Something is not installed",
    "error.Slow": "It took too long",
    "error.Busy": "Too much at once",
    "error.Fault": "A fault of Tianji",
    "error.gone": "There is no such thing here",
    "run.said": "{state}: {of} {figure}",
    "solve.size": "{n}, of them {ends} terminals"
  };

  // src/text/zh.json
  var zh_default = {
    skip: "跳到正文",
    close: "关闭",
    cancel: "取消",
    open: "打开",
    opening: "正在打开…",
    loading: "正在加载…",
    nothing: "没有符合的结果。",
    export: "导出",
    exploitability: "可剥削度",
    player: "玩家 {n}",
    gone: "服务器没有响应。页面仍可阅读，并会自动重连；运行不会中断。",
    working: "{running} 个运行中，{waiting} 个等待",
    "nav.label": "页面",
    "nav.home": "首页",
    "nav.more": "更多",
    "nav.play": "对弈",
    "nav.games": "博弈",
    "nav.solve": "求解",
    "nav.holdem": "德州扑克",
    "nav.train": "训练",
    "nav.matrix": "矩阵",
    "nav.subgame": "子博弈",
    "nav.search": "搜索",
    "nav.runs": "运行",
    "nav.library": "资料库",
    "nav.settings": "设置",
    "nav.help": "帮助",
    "nav.keys": "快捷键",
    "theme.system": "主题：跟随系统",
    "theme.light": "主题：浅色",
    "theme.dark": "主题：深色",
    "palette.title": "前往",
    "palette.open": "搜索或跳转…",
    "palette.hint": "博弈、运行、页面或设置",
    "palette.screen": "页面",
    "palette.game": "博弈",
    "palette.run": "运行",
    "palette.setting": "设置",
    "palette.save": "把本页存为文件",
    "keys.page": "本页",
    "save.foot": "由 Tianji Studio 保存于 {when} UTC：{place}",
    "palette.solve": "求解 {game}",
    "keys.title": "快捷键",
    "keys.palette": "搜索或跳转",
    "keys.help": "此列表",
    "keys.search": "在本页搜索",
    "keys.table": "以表格显示曲线",
    "keys.code": "显示代码",
    "keys.curve": "沿曲线移动",
    "keys.letters": "启用单字母快捷键",
    "home.title": "求解博弈，查看证明",
    "home.lead": "这里的每个答案都说明它距最优还有多远。一切都在本机运行。",
    "home.examples": "示例",
    "home.continue": "继续",
    "home.all": "全部 {n} 个运行",
    "example.kuhn.title": "库恩扑克",
    "example.kuhn.about": "三张牌、一次下注。先手每局恰好输 1/18：观察诈唬频率如何收敛。",
    "example.leduc.title": "Leduc 扑克",
    "example.leduc.about": "两轮下注加一张公共牌：936 个信息集，无损合并为 288 个。",
    "example.coin_toss.title": "抛硬币",
    "example.coin_toss.about": "一个小博弈：孤立地求解其子博弈会出错。",
    "games.lead": "Tianji 自带的每个博弈的规则、参数与规模。",
    "games.search": "查找博弈",
    "games.filter": "筛选",
    "games.all": "全部",
    "games.hidden": "隐藏信息",
    "games.open": "完全信息",
    "games.chance": "随机事件",
    "games.players": "{n} 名玩家",
    "games.players.label": "玩家数",
    "games.solve": "求解",
    "games.parameters": "参数",
    "games.rules": "规则",
    "games.size": "规模",
    "games.histories": "历史数",
    "games.infosets": "信息集",
    "games.merged": "（合并后 {n}）",
    "games.terminals": "终局数",
    "games.depth": "最长路径",
    "games.payoffs": "收益",
    "games.zero": "零和",
    "games.general": "一般和",
    "games.memory": "内存",
    "games.of": "{need}，可用 {free}",
    "games.fits": "足够",
    "games.fits.not": "不足",
    "games.tree": "博弈树",
    "own.watching": "监视中",
    "own.none": "此文件中还没有 tianji.Game 的子类。",
    "own.sound": "规则成立：已走遍全部 {n} 个历史",
    "own.sound.part": "规则在前 {n} 个历史中成立",
    "solve.title": "新的求解",
    "solve.lead": "选择博弈与方法；开始之前就会告知所需资源。",
    "solve.game": "博弈",
    "solve.spec": "名称，可带参数",
    "solve.spec.help": "例如 leduc，或 liars_dice(faces=4)。",
    "solve.rules": "规则与参数",
    "solve.method": "方法",
    "solve.regret": "在编译后的博弈上最小化遗憾",
    "solve.sampling": "采样：用于大到无法编译的博弈",
    "solve.exact": "精确求解：两人零和",
    "solve.usual": "常用",
    "solve.stops": "何时停止",
    "solve.stops.help": "先达到者结束运行；留空表示不限。",
    "solve.until": "可剥削度",
    "solve.until.pot": "可剥削度（占底池 %）",
    "solve.iterations": "迭代次数",
    "solve.seconds": "秒",
    "solve.more": "随机种子与线程",
    "solve.seed": "随机种子",
    "solve.threads": "线程数",
    "solve.threads.usual": "自动",
    "solve.number": "请输入数字，例如 1e-4",
    "solve.whole": "请输入整数",
    "solve.plan": "开始之前",
    "solve.compile": "编译约需",
    "solve.notree": "不保存博弈树",
    "solve.start": "开始求解",
    "solve.starting": "正在开始…",
    "state.queued": "排队中",
    "state.running": "运行中",
    "state.done": "已完成",
    "state.stopped": "已停止",
    "state.paused": "已暂停",
    "state.failed": "失败",
    "run.missing": "没有这个运行",
    "run.stop": "停止",
    "run.pause": "暂停",
    "run.time.travel": "时间旅行",
    "run.resume": "继续",
    "run.clone": "复制并修改",
    "run.delete": "删除",
    "run.delete.sure": "该运行将移入工作区的 trash 文件夹。",
    "run.tabs": "此运行的内容",
    "run.time": "用时",
    "run.rate": "速度",
    "run.left.label": "剩余",
    "run.left": "剩余 {time}",
    "run.working": "进行中",
    "run.took": "{iterations} 次迭代，{time}",
    "run.progress": "进度",
    "tab.curve": "曲线",
    "tab.strategy": "策略",
    "tab.files": "文件",
    "tab.log": "日志",
    "tab.code": "代码",
    "proof.label": "答案的质量",
    "proof.value": "玩家 {player} 的价值",
    "proof.stopped": "结束原因",
    "proof.unknown": "未评估",
    "proof.claim": "可剥削度 = NashConv / {players}：玩家偏离此策略平均可得的收益；对所示策略精确计算。",
    "proof.exact": "由线性规划求得；余下的只是舍入误差。",
    "proof.live": "曲线上的每个点都是对当时策略的精确评估。",
    "stopped.until": "达到目标可剥削度",
    "stopped.iterations": "迭代次数已满",
    "stopped.seconds": "时间用尽",
    "stopped.cancelled": "由你停止",
    "stopped.interrupted": "被中断",
    "stopped.exact": "精确解",
    "stopped.floor": "精度极限",
    "curve.iterations": "迭代次数",
    "curve.seconds": "秒",
    "curve.axis": "横轴",
    "curve.table": "曲线上的点",
    "curve.astable": "表格",
    "curve.target": "目标 {value}",
    "curve.none": "尚无评估结果。",
    "curve.lp": "一步精确求解：没有曲线。",
    "curve.guides": "虚线：自首个点起的 1/√T 与 1/T 斜率。可用指针或方向键沿曲线移动。",
    "curve.reading": "{iterations} 次迭代 · {seconds} · 可剥削度 {gap}",
    "curve.label": "{n} 次评估后的可剥削度：{iterations} 次迭代时为 {gap}",
    "strategy.none": "运行结束后显示策略；停止运行可查看目前最好的策略。",
    "strategy.search": "查找信息集",
    "strategy.player": "玩家",
    "strategy.all": "全部",
    "strategy.count": "显示 {shown} / {total}，按到达概率排序",
    "strategy.infoset": "信息集",
    "strategy.reach": "到达",
    "strategy.value": "价值",
    "strategy.plays": "行动",
    "strategy.more": "显示更多",
    "files.strategy": "策略文件，用 tj.Strategy.load 读取",
    "files.json": "数值、曲线与信息集",
    "files.events": "事件记录，每行一条",
    "files.log": "进程输出",
    "files.take": "下载 {name}",
    "files.download": "下载",
    "log.none": "进程没有输出。",
    "code.title": "代码",
    "code.copy": "复制",
    "code.copied": "已复制",
    "code.shell": "命令行",
    "code.lead": "不用本页面也能得到同样的答案。",
    "runs.lead": "正在运行、等待与已完成的求解。关闭页面或服务器后运行仍会继续。",
    "runs.new": "新的求解",
    "runs.search": "查找运行",
    "runs.filter": "状态",
    "runs.none": "还没有运行",
    "runs.none.go": "开始一个",
    "runs.pick": "对比 {name}",
    "runs.compare": "曲线对比",
    "error.any": "操作未成功",
    "error.ParameterError": "无法使用的值",
    "error.UnknownNameError": "未知的名称",
    "error.NotApplicableError": "不适用于此博弈",
    "error.TooLargeError": "规模过大",
    "error.GameRuleError": "规则有误",
    "error.NotAllowed": "不是本工作室可读的文件",
    "error.Lost": "被系统结束",
    "kept.not": "此页没有保存这一部分。",
    "locked.title": "此浏览器尚未获准进入",
    "locked.how": "请运行以下命令，并打开它打印的地址；每个地址两分钟内有效，只能用一次：",
    "missing.title": "没有这个页面",
    "act.label": "行动",
    "act.action": "行动",
    "act.value": "价值",
    "act.plays": "策略频率",
    "act.yours": "你的选择",
    "run.restore": "从检查点重新开始",
    "keys.here": "本页",
    "keys.everywhere": "所有页面",
    "home.due": "待复习",
    "home.due.n": "{n} 个待复习",
    "home.tables": "进行中的牌桌",
    "home.table": "第 {n} 局",
    "home.drop": "打开你的文件",
    "home.drop.help": "拖到页面任意处：求解与策略（.tianji、.safetensors）、残局库与开局库、博弈（.efg、.nfg、CSV）、范围与局面（文本、JSON、TOML、TexasSolver、WASM Postflop）、手牌（PHH、ACPC 日志）。",
    "home.drop.large": "这类文件至多读取 64 KB。",
    "example.tic_tac_toe.title": "井字棋：逐次剪枝",
    "example.tic_tac_toe.about": "逐步观看 alpha-beta：窗口、程序所在行，以及每次剪枝略去了什么。",
    "example.chicken.title": "斗鸡博弈",
    "example.chicken.about": "硬闯或让路：三个均衡的精确分数，以及调解人能做得更好之处。",
    "example.river.title": "一个德州扑克河牌局面",
    "example.river.about": "两个范围、一个牌面：逐手看谁下注多少，误差为底池的 0.3 %。",
    "run.tree": "博弈树",
    "run.compare": "对比",
    "run.edit": "名称、标签、备注",
    "run.edit.name": "名称",
    "run.edit.tags": "标签，用逗号分隔",
    "run.edit.note": "备注",
    "run.edit.keep": "保存",
    "strategy.sort": "按{column}排序",
    "games.two": "两人",
    "games.many": "三人及以上",
    "games.search.go": "搜索",
    "runs.picked": "已选 {n} 个",
    "runs.disk": "{n} 个运行，占用 {size}",
    "runs.delete": "删除所选",
    "solve.choose": "如何选择（实测）",
    "proof.version": "版本",
    "proof.file": "文件",
    "games.small": "不超过 10,000 个历史",
    "games.large": "更大的",
    "games.size.tag": "{n} 个历史",
    "drop.here": "拖到这里",
    "drop.choose": "选择文件",
    "drop.sending": "{name}：{done} / {size}",
    "drop.opening": "正在打开 {name}…",
    "run.flops": "个翻牌",
    "run.decisions": "个决策",
    "exploitability.pot": "可剥削度（占底池）",
    "list.holdem": "德州扑克 {board}",
    "list.flops": "德州扑克翻牌报告",
    "list.hands": "打过的手牌",
    "list.own": "自定尺寸",
    "list.locked": "已锁定",
    "files.solve": "求解文件，用 tj.holdem.Solution.load 读取",
    "files.report": "报告的各行",
    "error.StrategyError": "策略不符合要求",
    "error.FileFormatError": "无法读取",
    "error.FileAccessError": "文件无法读写",
    "error.MissingExtraError": "缺少所需组件",
    "error.Slow": "用时过长",
    "error.Busy": "目前过于繁忙",
    "error.Fault": "Tianji 出错",
    "error.gone": "这里没有这个",
    "run.said": "{state}：{of} {figure}",
    "solve.size": "{n}，其中终局 {ends}"
  };

  // src/text.ts
  function wordsOf(english, chinese) {
    let say4 = (key, values = {}) => ((language.value === "zh" ? chinese : english)[key] ?? english[key]).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
    return { say: say4, useWords: () => (useStore(language), say4) };
  }
  var { say, useWords } = wordsOf(en_default, zh_default);

  // src/api.ts
  var Refusal = class extends Error {
    constructor(status, code, title, detail) {
      super(detail);
      this.status = status;
      this.code = code;
      this.title = title;
    }
    status;
    code;
    title;
  }, door = new Store("unknown"), isGone = new Store(!1), kept2 = null, keptAnswers = () => kept2;
  function keepAnswers(answers2) {
    kept2 = answers2;
  }
  async function ask(path, how = {}) {
    if (kept2) {
      let found = kept2.answer(path);
      if (found === void 0) throw new Refusal(404, "NotKept", "", say("kept.not"));
      return found;
    }
    let isChange = how.method !== void 0 && how.method !== "GET", headers = { ...how.headers };
    isChange && Object.assign(headers, { "Content-Type": "application/json", "X-Tianji": "1" });
    let answer;
    try {
      answer = await fetch(`/api/v1${path}`, {
        method: how.method ?? "GET",
        headers,
        body: isChange ? JSON.stringify(how.body ?? {}) : null,
        signal: how.signal ?? null
      });
    } catch (error) {
      throw error instanceof DOMException && error.name === "AbortError" || isGone.set(!0), error;
    }
    if (isGone.set(!1), answer.ok)
      return path !== "/session" && door.set("open"), answer.status === 204 ? void 0 : await answer.json();
    answer.status === 401 && door.set("locked");
    let problem = await answer.json().catch(() => ({}));
    throw new Refusal(answer.status, problem.code ?? "Refused", problem.title ?? String(answer.status), problem.detail ?? answer.statusText);
  }
  var answers = /* @__PURE__ */ new Map();
  function useAsk(path, isKept = !1, body) {
    let key = path === null ? "" : body === void 0 ? path : `${path} ${JSON.stringify(body)}`, [state, set] = d2({ key: null, data: answers.get(key) ?? null, error: null });
    return A2(() => {
      if (path === null) return;
      let known = answers.get(key);
      if (known !== void 0) {
        set({ key, data: known, error: null });
        return;
      }
      let control = new AbortController();
      return ask(path, { signal: control.signal, ...body === void 0 ? {} : { method: "POST", body } }).then((data2) => {
        answers.size > 300 && answers.clear();
        let isCut = data2?.stopped === "seconds";
        isKept && !isCut && answers.set(key, data2), control.signal.aborted || set({ key, data: data2, error: null });
      }).catch((error) => {
        control.signal.aborted || set((before) => ({ key, data: before.data, error }));
      }), () => control.abort();
    }, [key, isKept]), { data: state.data, error: state.error, isLoading: path !== null && state.key !== key };
  }

  // node_modules/preact/jsx-runtime/dist/jsxRuntime.mjs
  var f3 = /* @__PURE__ */ Symbol.for("pv"), o3 = 0;
  function a3(t3, e3, n2, u3, a4, i3) {
    e3 || (e3 = {});
    var c3, l3, p3 = e3;
    if ("ref" in p3 && typeof t3 != "function") for (l3 in p3 = {}, e3) l3 == "ref" ? c3 = e3[l3] : p3[l3] = e3[l3];
    var s3 = { type: t3, props: p3, key: n2, ref: c3, __k: null, __: null, __b: 0, __e: null, __c: null, constructor: f3, __v: --o3, __i: -1, __u: 0 };
    return (a4 || i3) && (s3.__source = a4, s3.__self = i3), n.vnode && n.vnode(s3), s3;
  }

  // src/parts/icons.tsx
  var PATHS = {
    home: "M3 9.5 10 3.5l7 6M5 8.5V16h10V8.5M8.5 16v-4h3v4",
    games: "M3.5 5.5h13v9h-13zM7 8.5v3M5.5 10h3M13 9h.01M14.5 11h.01",
    solve: "M3.5 4c3 0 3.5 8 6.5 10s4.5 1.5 6.5 1.5M3.5 16.5h13",
    holdem: "M10 3c2.500 3 5.500 5 5.500 7.800a2.700 2.700 0 0 1-4.700 1.700c.200 1.600.800 2.800 1.700 4H7.500c.900-1.200 1.500-2.400 1.700-4a2.700 2.700 0 0 1-4.700-1.700C4.500 8 7.500 6 10 3Z",
    train: "M6 3.500h8.500v11H6zM4 6v10.500h8M8.500 7h3.500M8.500 10h3.500",
    matrix: "M4 4v12M16 4v12M4 4h2M4 16h2M14 4h2M14 16h2M8 7.5h.01M12 7.5h.01M8 12.5h.01M12 12.5h.01",
    subgame: "M10 4 5 9M10 4l5 5M5 9l-2 6M5 9l2.5 6M15 9l-2.500 6M15 9l2 6M3 11.500h14",
    runs: "M4 5.5h12M4 10h12M4 14.5h8",
    library: "M4 4h3v12H4zM8.500 4h3v12h-3zM13 5l2.700-.700 2.300 11-2.700.700z",
    settings: "M3.500 6h7M14.500 6h2M3.500 14h2M9.500 14h7M12.500 4v4M7.500 12v4",
    keys: "M3 5.500h14v9H3zM5.500 8h.01M8.500 8h.01M11.500 8h.01M14.500 8h.01M6.500 12h7",
    pen: "M4 16l.700-3.300L13.500 4 16 6.500l-8.700 8.800z",
    more: "M4.5 10h.01M10 10h.01M15.5 10h.01",
    help: "M7.5 7.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M10 14.5h.01",
    search: "M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM13 13l4 4",
    sun: "M10 13.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.3 4.3l1.100 1.100M14.6 14.600l1.100 1.100M4.3 15.7l1.100-1.100M14.600 5.400l1.100-1.100",
    moon: "M16.5 11.5A6.5 6.5 0 0 1 8.5 3.5a6.5 6.5 0 1 0 8 8Z",
    system: "M3 4.5h14v9H3zM7.5 17h5M10 13.5V17",
    play: "M6.5 4.5v11l9-5.5z",
    pause: "M7 5v10M13 5v10",
    stop: "M5.5 5.5h9v9h-9z",
    again: "M15.5 7A6.3 6.3 0 1 0 16.5 11M15.5 3.5V7H12",
    copy: "M7.5 7.5h8.5v8.5H7.5zM4 12.5V4h8.5",
    trash: "M4 6h12M8 6V4h4v2M5.5 6l.7 10.5h7.600L14.5 6M8.5 9v5M11.5 9v5",
    down: "M10 3.5v9M6.5 9.5 10 13l3.5-3.5M4 16.5h12",
    arrow: "M4 10h11M11 6l4 4-4 4"
  };
  function Icon({ name }) {
    return /* @__PURE__ */ a3("svg", { class: "icon", viewBox: "0 0 20 20", "aria-hidden": "true", focusable: "false", children: /* @__PURE__ */ a3("path", { d: PATHS[name] }) });
  }

  // src/parts/basic.tsx
  var SPEAK_MS = 1e4;
  function Badge({ state }) {
    let say4 = useWords();
    return /* @__PURE__ */ a3("span", { class: `badge ${state}`, children: [
      /* @__PURE__ */ a3("span", { class: "dot", "aria-hidden": "true" }),
      say4(`state.${state}`)
    ] });
  }
  function Trouble({ error, title }) {
    let say4 = useWords();
    if (!error) return null;
    let detail = error instanceof Error ? error.message : error.detail, code = error instanceof Refusal ? error.code : error instanceof Error ? "" : error.code, known = {
      ParameterError: "error.ParameterError",
      UnknownNameError: "error.UnknownNameError",
      NotApplicableError: "error.NotApplicableError",
      TooLargeError: "error.TooLargeError",
      GameRuleError: "error.GameRuleError",
      NotAllowed: "error.NotAllowed",
      Lost: "error.Lost",
      StrategyError: "error.StrategyError",
      FileFormatError: "error.FileFormatError",
      FileAccessError: "error.FileAccessError",
      MissingExtraError: "error.MissingExtraError",
      TooLarge: "error.TooLargeError",
      Slow: "error.Slow",
      Busy: "error.Busy",
      QueueFull: "error.Busy",
      TooMany: "error.Busy",
      Fault: "error.Fault"
    }, ofStatus = { 404: "error.gone", 500: "error.Fault", 504: "error.Slow", 507: "error.FileAccessError" }, key = known[code] ?? (error instanceof Refusal ? ofStatus[error.status] : void 0);
    return /* @__PURE__ */ a3("div", { class: "trouble", role: "alert", children: [
      /* @__PURE__ */ a3("strong", { children: title ?? say4(key || "error.any") }),
      /* @__PURE__ */ a3("span", { lang: "en", children: detail })
    ] });
  }
  function Empty({ title, children }) {
    return /* @__PURE__ */ a3("div", { class: "empty", children: [
      /* @__PURE__ */ a3("svg", { viewBox: "0 0 120 56", "aria-hidden": "true", focusable: "false", children: [
        /* @__PURE__ */ a3("path", { class: "axis", d: "M12 6v40h100" }),
        /* @__PURE__ */ a3("path", { class: "line", d: "M16 12c18 2 20 24 40 28 16 3 30 3 52 4" })
      ] }),
      /* @__PURE__ */ a3("strong", { children: title }),
      children
    ] });
  }
  function Said({ state, text }) {
    let [said, setSaid] = d2(text), newest = T2(text);
    newest.current = text;
    let timer = T2(0);
    return A2(() => setSaid(newest.current), [state]), A2(() => {
      timer.current || text === said || (timer.current = window.setTimeout(() => {
        timer.current = 0, setSaid(newest.current);
      }, SPEAK_MS));
    }, [text, said]), A2(() => () => clearTimeout(timer.current), []), /* @__PURE__ */ a3("p", { class: "unseen", role: "status", "data-fact": "said", children: said });
  }
  function Fact({ label: label2, children, isMain }) {
    return /* @__PURE__ */ a3("div", { class: isMain ? "fact main" : "fact", children: [
      /* @__PURE__ */ a3("dt", { children: label2 }),
      /* @__PURE__ */ a3("dd", { children })
    ] });
  }
  function Code({ label: label2, text }) {
    let say4 = useWords(), [isCopied, setCopied] = d2(!1);
    return /* @__PURE__ */ a3("figure", { class: "code", children: [
      /* @__PURE__ */ a3("figcaption", { children: [
        label2,
        /* @__PURE__ */ a3("button", { type: "button", class: "plain", onClick: () => {
          navigator.clipboard.writeText(text).then(() => {
            setCopied(!0), setTimeout(() => setCopied(!1), 1500);
          });
        }, children: [
          /* @__PURE__ */ a3(Icon, { name: "copy" }),
          say4(isCopied ? "code.copied" : "code.copy")
        ] })
      ] }),
      /* @__PURE__ */ a3("pre", { tabIndex: 0, children: text })
    ] });
  }
  function Dialog({ title, onClose, children, isWide }) {
    let say4 = useWords(), box = T2(null);
    return F2(() => {
      let dialog = box.current;
      return dialog?.showModal(), () => dialog?.close();
    }, []), /* @__PURE__ */ a3(
      "dialog",
      {
        ref: box,
        class: isWide ? "wide" : "",
        "aria-label": title,
        onClose,
        onClick: (event) => {
          event.target === box.current && onClose();
        },
        children: /* @__PURE__ */ a3("div", { class: "sheet", children: [
          /* @__PURE__ */ a3("header", { children: [
            /* @__PURE__ */ a3("h2", { children: title }),
            /* @__PURE__ */ a3("button", { type: "button", class: "plain", onClick: onClose, children: say4("close") })
          ] }),
          children
        ] })
      }
    );
  }
  function useTitle(title) {
    A2(() => {
      document.title = title ? `${title} · Tianji Studio` : "Tianji Studio";
    }, [title]);
  }
  function useLater(value, wait) {
    let [late, set] = d2(value), text = JSON.stringify(value);
    return A2(() => {
      let timer = setTimeout(() => set(value), wait);
      return () => clearTimeout(timer);
    }, [text, wait]), late;
  }

  // src/pure/format.ts
  var SUPER = "⁰¹²³⁴⁵⁶⁷⁸⁹";
  function power(exponent) {
    let digits = [...String(Math.abs(exponent))].map((digit) => SUPER[Number(digit)]).join("");
    return `10${exponent < 0 ? "⁻" : ""}${digits}`;
  }
  function small(value) {
    if (value == null || !Number.isFinite(value)) return "–";
    if (value === 0) return "0";
    let size = Math.abs(value);
    if (size >= 1e-3 && size < 1e4) return String(Number(value.toPrecision(4)));
    let [mantissa, exponent] = value.toExponential(2).split("e");
    return `${mantissa} × ${power(Number(exponent))}`;
  }
  function fixed(value, digits = 4) {
    if (value == null || !Number.isFinite(value)) return "–";
    let text = value.toFixed(digits);
    return (/^-0\.?0*$/.test(text) ? text.slice(1) : text).replace("-", "−");
  }
  function count(value) {
    return value == null || !Number.isFinite(value) ? "–" : Math.abs(value) >= 1e15 ? small(value) : Math.round(value).toLocaleString("en-US");
  }
  function percent(value) {
    let share = value * 100;
    return `${share >= 99.95 || share < 0.05 ? share.toFixed(0) : share.toFixed(1)} %`;
  }
  function bytes(value) {
    if (value == null || !Number.isFinite(value)) return "–";
    let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"], size = value, unit2 = 0;
    for (; size >= 1024 && unit2 < units.length - 1; )
      size /= 1024, unit2 += 1;
    return size >= 1e6 ? `${small(size)} ${units[unit2]}` : `${size >= 100 || unit2 === 0 ? size.toFixed(0) : size.toFixed(1)} ${units[unit2]}`;
  }
  function duration(seconds) {
    if (seconds == null || !Number.isFinite(seconds)) return "–";
    if (seconds < 0.0995) return `${Math.max(1, Math.round(seconds * 1e3))} ms`;
    if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
    if (seconds < 59.5) return `${Math.round(seconds)} s`;
    if (seconds < 3570) return `${Math.floor(Math.round(seconds) / 60)} min ${Math.round(seconds) % 60} s`;
    let minutes = Math.round(seconds / 60);
    return minutes < 2880 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : minutes < 1e7 ? `${Math.round(minutes / 1440)} d` : "> 10 y";
  }
  function ago(iso, language2) {
    let then = Date.parse(iso);
    if (!Number.isFinite(then)) return "";
    let seconds = (then - Date.now()) / 1e3, words = new Intl.RelativeTimeFormat(language2 === "zh" ? "zh-CN" : "en", { numeric: "auto" }), size = Math.abs(seconds);
    return size < 60 ? words.format(Math.round(seconds), "second") : size < 3600 ? words.format(Math.round(seconds / 60), "minute") : size < 86400 ? words.format(Math.round(seconds / 3600), "hour") : words.format(Math.round(seconds / 86400), "day");
  }

  // src/router.ts
  function read() {
    return { path: location.pathname, query: new URLSearchParams(location.search) };
  }
  var place = new Store(read());
  window.addEventListener("popstate", () => place.set(read()));
  var isAlone = !1;
  function stayAt(address) {
    isAlone = !0, go(address);
  }
  function go(address, how = "push") {
    if (isAlone) {
      let [path = "/", text = ""] = address.split("?");
      place.set({ path, query: new URLSearchParams(text) });
      return;
    }
    how === "push" ? history.pushState(null, "", address) : history.replaceState(null, "", address), place.set(read()), how === "push" && window.scrollTo(0, 0);
  }

  // src/listen.ts
  function listen(path, handlers) {
    let kept4 = keptAnswers();
    if (kept4) {
      for (let [name, data2] of kept4.events) handlers[name]?.(data2);
      return () => {
      };
    }
    let subject = `tianji ${path(0)}`, channel = "locks" in navigator && "BroadcastChannel" in window ? new BroadcastChannel(subject) : null, after = 0, letGo = null, heed = (event, data2, number2) => {
      let isOld = event !== "run.progress" && number2 > 0 && number2 <= after && event.startsWith("run.") && event !== "run.summary";
      number2 > after && (after = number2), isOld || handlers[event]?.(JSON.parse(data2));
    }, tell = (passed) => channel?.postMessage(passed), reader = readStream(
      (isAgain) => path(isAgain ? 0 : after),
      Object.keys(handlers),
      (event, data2, number2) => {
        heed(event, data2, number2), tell({ event, data: data2, number: number2 });
      },
      (gone) => {
        isGone.set(gone), tell({ gone });
      }
    );
    channel && (channel.onmessage = ({ data: passed }) => {
      passed === "again" ? reader.again() : "gone" in passed ? isGone.set(passed.gone) : heed(passed.event, passed.data, passed.number);
    });
    let begin = () => {
      if (letGo || document.hidden) return;
      if (!channel) {
        reader.open(), letGo = reader.close;
        return;
      }
      let queue = new AbortController(), end = () => {
      };
      letGo = () => {
        queue.abort(), reader.close(), end();
      };
      let turn = new Promise((resolve) => end = resolve);
      tell("again");
      let read2 = () => queue.signal.aborted ? void 0 : (reader.open(), turn);
      navigator.locks.request(subject, { signal: queue.signal }, read2).catch(() => {
      });
    }, stop = () => {
      letGo?.(), letGo = null;
    }, look = () => document.hidden ? stop() : begin();
    return document.addEventListener("visibilitychange", look), begin(), () => {
      document.removeEventListener("visibilitychange", look), stop(), channel?.close();
    };
  }
  function readStream(path, events, onEvent, onGone) {
    let source = null, isOpen = !1, isAgain = !1, wait = 500, timer = 0, since = 0, longer = () => performance.now() - since < 6e4 ? Math.min(1e3, wait * 2) : Math.min(1e4, wait * 2), drop = () => {
      clearTimeout(timer), source?.close(), source = null;
    }, begin = () => {
      if (!(!isOpen || source)) {
        source = new EventSource(`/api/v1${path(isAgain)}`), isAgain = !1, source.onopen = () => {
          wait = 500, since = performance.now(), onGone(!1);
        }, source.onerror = () => {
          drop(), onGone(!0), wait === 500 && (since = performance.now()), timer = window.setTimeout(retry, wait), wait = longer();
        };
        for (let name of events)
          source.addEventListener(name, (event) => {
            let { data: data2, lastEventId } = event;
            onEvent(name, data2, Number(lastEventId.split(":")[1]) || 0);
          });
      }
    }, retry = () => {
      ask("/meta").then(begin, () => {
        door.value === "locked" || !isOpen || (timer = window.setTimeout(retry, wait), wait = longer());
      });
    };
    return {
      open: () => (isOpen = !0, begin()),
      close: () => (isOpen = !1, drop()),
      again: () => {
        isOpen && (isAgain = !0, source && (drop(), begin()));
      }
    };
  }

  // src/watch.ts
  var runs = new Store(null), own = new Store({}), seenOf = (spec, files) => files[spec.split(":")[0] ?? ""] ?? "";
  function named(run) {
    let body = run.body;
    if (run.kind === "review") return { ...run, body: { ...run.body, game: say("list.hands"), method: "review" } };
    if (!body.spot) return run;
    let game = run.kind === "report" ? say("list.flops") : say("list.holdem", { board: body.spot.board ?? "" }), method = `${body.spot.tree ?? say("list.own")}${body.spot.locks?.length ? ` · ${say("list.locked")}` : ""}`;
    return { ...run, body: { ...run.body, game, method } };
  }
  language.watch(() => runs.value && runs.set(runs.value.map(named)));

  // src/holdem/cards.ts
  var RANKS = "23456789TJQKA", SUITS = "cdhs", SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };
  function cardName(card) {
    return (RANKS[card >> 2] ?? "") + (SUITS[card & 3] ?? "");
  }
  function cardNumber(name) {
    return RANKS.indexOf((name[0] ?? "").toUpperCase()) * 4 + SUITS.indexOf((name[1] ?? "").toLowerCase());
  }
  var HANDS = [];
  for (let high = 0; high < 52; high++) for (let low = 0; low < high; low++) HANDS.push([high, low]);
  var CLASSES = [];
  for (let row = 12; row >= 0; row--)
    for (let column = 12; column >= 0; column--) {
      let [high, low] = [RANKS[Math.max(row, column)], RANKS[Math.min(row, column)]];
      CLASSES.push(row === column ? `${high}${low}` : `${high}${low}${column < row ? "s" : "o"}`);
    }
  var CLASS_OF = HANDS.map(([high, low]) => {
    let [a4, b] = [12 - (high >> 2), 12 - (low >> 2)];
    return a4 === b ? a4 * 13 + a4 : (high & 3) === (low & 3) ? a4 * 13 + b : b * 13 + a4;
  }), HANDS_OF = CLASSES.map(() => []);
  CLASS_OF.forEach((cell, hand) => HANDS_OF[cell]?.push(hand));
  function handName(hand) {
    let [high, low] = HANDS[hand] ?? [0, 0];
    return cardName(high) + cardName(low);
  }
  function readBoard(text) {
    let parts = text.replace(/10/g, "T").replace(/[\s,]/g, "").match(/../g) ?? [], found = parts.map(cardNumber);
    return text.replace(/10/g, "T").replace(/[\s,]/g, "").length === 2 * parts.length && found.every((card, i3) => card >= 0 && SUITS.includes((parts[i3]?.[1] ?? "?").toLowerCase()) && RANKS.includes((parts[i3]?.[0] ?? "?").toUpperCase())) && new Set(found).size === found.length ? found : null;
  }
  function bytesOf(text) {
    let raw = atob(text), found = new Uint8Array(raw.length);
    for (let i3 = 0; i3 < raw.length; i3++) found[i3] = raw.charCodeAt(i3);
    return found.buffer;
  }
  var floats = (text) => new Float32Array(bytesOf(text)), shorts = (text) => new Uint16Array(bytesOf(text)), bytes2 = (text) => new Uint8Array(bytesOf(text));
  function rangeText(weights) {
    let parts = [], item = (name, weight) => {
      let shown = Number(weight.toFixed(3));
      shown > 0 && parts.push(shown === 1 ? name : `${name}:${shown}`);
    };
    return HANDS_OF.forEach((hands, cell) => {
      let first = weights[hands[0] ?? 0] ?? 0;
      if (hands.every((hand) => Math.abs((weights[hand] ?? 0) - first) < 1e-4)) item(CLASSES[cell] ?? "", first);
      else for (let hand of hands) item(handName(hand), weights[hand] ?? 0);
    }), parts.join(",");
  }
  function colours(actions) {
    let sized = actions.filter((name) => /^(bet|raise|allin)/.test(name)).length, bets = 0;
    return actions.map((name) => name.startsWith("fold") ? "fold" : /^(check|call)/.test(name) ? "call" : (bets += 1, name.startsWith("allin") && sized > 1 ? "all" : `b${Math.min(bets, 4)}`));
  }
  var TEXTURES = ["all", "mono", "two", "rainbow", "paired"];
  function fits(board, texture) {
    let cards = (board.match(/../g) ?? []).slice(0, 3), suits = new Set(cards.map((card) => card[1])).size, ranks = new Set(cards.map((card) => card[0])).size;
    return texture === "all" || (texture === "paired" ? ranks < cards.length : suits === { mono: 1, two: 2, rainbow: 3 }[texture]);
  }

  // src/holdem/Card.tsx
  function Card({ name }) {
    let suit = (name[1] ?? "").toLowerCase();
    return /* @__PURE__ */ a3("span", { class: `playing suit-${suit}`, role: "img", "aria-label": name, children: [
      (name[0] ?? "").toUpperCase(),
      SIGNS[suit]
    ] });
  }
  function Cards({ text }) {
    return /* @__PURE__ */ a3("span", { class: "playings", children: (text.match(/../g) ?? []).map((name) => /* @__PURE__ */ a3(Card, { name }, name)) });
  }

  // src/holdem/text/en.json
  var en_default2 = {
    loading: "Loading…",
    code: "As code",
    "spot.nav": "Hold'em",
    "spot.title": "Hold'em spot",
    "spot.lead": "Two players after the flop. What a solve takes is told while you write.",
    "spot.ranges": "Ranges",
    "spot.board": "Board",
    "spot.chips": "Chips",
    "spot.pot": "pot",
    "spot.stack": "stack behind",
    "spot.rake": "rake, %",
    "spot.cap": "rake at most",
    "spot.tree": "Bet sizes",
    "spot.raises": "raises a street, at most",
    "spot.asTree": "as the tree says",
    "spot.storage": "storage",
    "storage.auto": "usual",
    "storage.int16": "16 bits: half the memory",
    "storage.float64": "64 bits: exact below 0.001 %",
    "spot.start": "Solve",
    "seat.oop": "OOP",
    "seat.ip": "IP",
    "seat.oop.long": "Out of position",
    "seat.ip.long": "In position",
    "seat.oop.range": "Range of the player out of position",
    "seat.ip.range": "Range of the player in position",
    "tree.simple": "Simple",
    "tree.standard": "Standard",
    "tree.rich": "Rich",
    "tree.own": "Own sizes",
    "street.flop": "flop",
    "street.turn": "turn",
    "street.river": "river",
    "size.bets": "{street} bets",
    "size.raises": "{street} raises",
    "size.help": "33% of the pot, 2.5x the bet faced, 100c chips, 2e for all-in in two bets, allin; several with commas.",
    "board.random": "Random",
    "board.clear": "Clear",
    "board.deck": "Cards",
    "range.combos": "{n} combos",
    "range.weight": "Weight",
    "range.presets": "Fill",
    "range.undo": "Undo",
    "range.none": "None",
    "range.suits": "Suits of {hand}",
    "brush.pairs": "Pairs",
    "brush.suited": "Suited",
    "brush.broadway": "Broadway",
    "fault.board": "The board is not written right: Ks7h2d, each card once.",
    "fault.cards": "A board has three to five cards.",
    "fault.chips": "Pot and stack are numbers above 0.",
    "fault.raises": "Raises are a whole number.",
    "fault.rake": "Rake is a number.",
    "fault.range": "Both players need a range.",
    "plan.title": "What the solve takes",
    "plan.memory": "memory",
    "plan.fits": "fits, {free} free",
    "plan.over": "more than the {free} that are free",
    "plan.time": "time to 0.3 % at {threads} threads, about",
    "plan.nodes": "betting nodes",
    "plan.combos": "combos, OOP / IP",
    "plan.file": "file",
    "plan.counting": "Counting…",
    "plan.offers": "What fits:",
    "run.about": "pot {pot}, stack {stack}, tree {tree}",
    "run.locked": "locked: {lines}",
    "run.queued": "Waits for the run before it",
    "live.title": "The first decision, while it settles",
    "live.wait": "The boards are dealt and the kernels made ready…",
    "live.none": "There is nothing to see.",
    "live.curve": "Exploitability in chips",
    "live.curve.wait": "No evaluation yet.",
    "proof.label": "How good the answer is",
    "proof.gap": "exploitability, of the pot",
    "proof.chips": "in chips",
    "proof.value": "EV of {seat}",
    "proof.iterations": "iterations",
    "proof.time": "time",
    "proof.left": "left",
    "proof.method": "method",
    "proof.claim": "Exploitability is the mean of what both players could gain by a best response, worked out exactly over every card.",
    "line.label": "The line so far",
    "line.pot": "pot {pot}",
    "line.back": "Back",
    "end.fold": "The hand has ended by a fold; the pot is {pot}.",
    "end.showdown": "The cards are shown; the pot is {pot}.",
    "deal.title": "The next card",
    "deal.act": "OOP bets, %",
    "deal.ev0": "EV of OOP",
    "deal.ev1": "EV of IP",
    "deal.eq0": "equity of OOP, %",
    "deal.counting": "Every card is being looked at…",
    "grid.label": "Hands of {seat}",
    "grid.seat": "Player",
    "grid.acts": "to act",
    "grid.view": "Show",
    "grid.help": "Height: how much of the hand is left in the range. Colours: actions. Keys: arrows move, 1⁠–⁠9 act, V changes the figure, P the player, L locks, Backspace goes up.",
    "view.strategy": "Strategy",
    "view.ev": "EV",
    "view.equity": "Equity",
    "view.range": "Range",
    "cell.none": "not in the range",
    totals: "Range",
    "col.combos": "combos",
    "col.realised": "realised",
    "col.share": "share",
    "col.plays": "plays",
    tabs: "Beside the grid",
    "tab.hands": "Hands",
    "tab.categories": "Categories",
    "tab.lock": "Lock",
    "hands.none": "{hand} is not in the range here.",
    "hands.left": "{share} left",
    "why.same": "The two best actions are {gap} chips apart, less than this solve's error of {error}: it cannot tell them apart.",
    "why.best": "Best: {action}, by {gap} chips.",
    "cat.made": "Made hand",
    "cat.draws": "Draw",
    "cat.straight flush": "straight flush",
    "cat.four of a kind": "four of a kind",
    "cat.full house": "full house",
    "cat.flush": "flush",
    "cat.straight": "straight",
    "cat.set": "set",
    "cat.trips": "trips",
    "cat.two pair": "two pair",
    "cat.overpair": "overpair",
    "cat.top pair": "top pair",
    "cat.second pair": "second pair",
    "cat.low pair": "low pair",
    "cat.ace high": "ace high",
    "cat.nothing": "nothing",
    "cat.combo draw": "combo draw",
    "cat.flush draw": "flush draw",
    "cat.open-ended": "open-ended",
    "cat.gutshot": "gutshot",
    "cat.backdoor flush": "backdoor flush",
    "cat.no draw": "no draw",
    "lock.lead": "Fix how this decision is played and solve the rest anew. Exploitability then means what all that is free could gain.",
    "lock.there": "Locked already: {lines}",
    "lock.start": "start",
    "lock.how": "How to lock",
    "lock.paint": "Hands",
    "lock.whole": "Whole range, %",
    "lock.brush": "Paint with",
    "lock.count": "classes painted: {n}",
    "lock.none": "Paint cells of the grid with the action.",
    "lock.free": "Free them",
    "lock.solve": "Solve with this lock",
    "lock.other": "Only {seat} acts here.",
    "compare.title": "Compare",
    "compare.with": "Compare with…",
    "compare.pick": "Open a solve and choose another of the same board.",
    "compare.distance": "act differently in {share} of hands",
    "compare.proof": "exploitability {gap} %",
    "compare.apart": "B − A",
    "compare.apart.help": "Height: how often the two act differently; a full cell is {share}. Colours: what B does more.",
    "compare.what": "After this line",
    "compare.most": "Where they differ most",
    "compare.same": "On this street they are the same.",
    "compare.row": "{share} differ, reached {reached}",
    "compare.differ": "the spots differ in: {what}",
    "compare.lone": "only {who} has {what} after “{line}”",
    "compare.hands": "{n} hands are in both ranges, {a} in A, {b} in B",
    "field.board": "order of the board",
    "field.pot": "pot",
    "field.stack": "stacks",
    "field.oop": "the range out of position",
    "field.ip": "the range in position",
    "field.bets": "bet sizes",
    "field.raises": "raise sizes",
    "field.donks": "donk bets",
    "field.rake": "rake",
    "field.add_allin": "when all-in is added",
    "field.force_allin": "when a bet becomes all-in",
    "field.merge": "merging of sizes",
    "field.max_raises": "raises a street",
    "field.chip": "the smallest chip",
    "field.allin_share": "share of the stack that is all-in",
    "field.least_bet": "the least bet",
    "field.start": "the action before",
    "field.add_lines": "lines added",
    "field.remove_lines": "lines removed",
    "field.tree": "the tree",
    "field.locks": "locks",
    "pushfold.title": "Push or fold",
    "pushfold.lead": "Heads-up before the flop: the small blind goes all-in or folds, the big blind calls or folds.",
    "pushfold.stack": "stack",
    "pushfold.ante": "ante each, bb",
    "pushfold.push": "Small blind: all-in",
    "pushfold.call": "Big blind: call",
    "pushfold.value": "small blind wins a deal, bb",
    "pushfold.gap": "exploitability",
    "pushfold.against": "EV {ev} bb, by folding {fold} bb",
    "report.title": "Report over flops",
    "report.lead": "One spot on many flops; a subset stands for all 1,755 by weight.",
    "report.boards": "flops: how many, or which",
    "report.line": "line",
    "report.count": "flops",
    "report.start": "Start the report",
    "report.done": "flops done",
    "report.gap": "mean exploitability, of the pot",
    "report.claim": "Every row is a solve with its own exploitability; means weigh flops by how often they come.",
    "report.wait": "Rows appear as flops are done.",
    "report.filter": "Texture",
    "report.mean": "mean",
    "texture.all": "All",
    "texture.mono": "One suit",
    "texture.two": "Two suits",
    "texture.rainbow": "Rainbow",
    "texture.paired": "Paired",
    "review.title": "Hands that were played",
    "review.lead": "What each decision cost, by solving the spot it was made in.",
    "review.deck": "Make a deck",
    "review.loss": "given up, big blinds",
    "review.decisions": "decisions",
    "review.hands": "hands",
    "review.left": "not priced",
    "review.claim": "A loss below the error of its own solve counts as nothing.",
    "review.wait": "The spots are being solved…",
    "review.none": "No decision cost more than its solve can tell.",
    "review.worst": "The dearest decisions",
    "review.hand": "hand",
    "review.cards": "cards",
    "review.played": "played",
    "review.best": "best",
    "review.cost": "loss, bb",
    "review.error": "error of the solve, of the pot",
    "hands.gone": "no longer in the range: it took another action",
    "hands.absent": "Combinations that are not there",
    "hands.outside": "not in the range",
    "hands.blocked": "{card} is on the board",
    "lock.evaluate": "Evaluate only",
    "lock.exploitability": "exploitability, of the pot",
    "lock.before": "as solved",
    "lock.after": "edited",
    "lock.edited": "Nothing is solved again: all else is played as it was. Most changed, in chips: {hands}.",
    "tab.graphs": "Graphs",
    "tab.notes": "Notes",
    "graphs.what": "What is drawn",
    "graphs.label": "Both ranges from the weakest hand to the strongest",
    "graphs.median": "{seat}: median {value}",
    "graphs.help": "Across: percent of the range, the weakest hands first. Up: equity or EV of the hand at that place.",
    "notes.label": "Your notes on this solve",
    "notes.kept": "Saved with the run.",
    "notes.keeping": "Saving…",
    "compare.street": "After this line",
    "compare.all": "All streets",
    "compare.only": "only A has this line, reached {reached}",
    "compare.alike": "{n} alike by suit",
    "compare.certain": "{n} decisions were compared; nothing that was left out belongs here.",
    "compare.part": "{n} decisions were compared in the time there was; what is left comes at most {left} of the time each.",
    "compare.same.all": "They are the same everywhere.",
    "report.mean.all": "mean of all",
    "patterns.title": "Patterns",
    "patterns.by": "Grouped by",
    "patterns.suits": "suits",
    "patterns.pairs": "pairs",
    "patterns.connected": "connectedness",
    "patterns.high": "high card",
    "patterns.across": "across",
    "patterns.up": "up",
    "patterns.picture": "{n} flops: {x} across, {y} up; the table beside it has the means",
    "kind.rainbow": "rainbow",
    "kind.two": "two suits",
    "kind.mono": "one suit",
    "kind.unpaired": "unpaired",
    "kind.paired": "paired",
    "kind.trips": "three of a rank",
    "kind.straight": "straight possible",
    "kind.apart": "no straight possible",
    "shelf.title": "Saved ranges",
    "shelf.none": "No range is saved yet.",
    "shelf.forget": "Delete",
    "shelf.name": "save this one as folder/name",
    "shelf.keep": "Save",
    "shelf.help": "Plain text files in the folder ranges of the workspace: put your own there.",
    "view.gap": "EV difference",
    "view.realised": "Realisation",
    "gap.of": "EV of",
    "gap.less": "less EV of",
    "brush.row": "Row of {hand}",
    "import.title": "Import",
    "import.help": "A range of PioSOLVER or Equilab, TexasSolver's commands, what WASM Postflop keeps (JSON), a spot of ours (TOML, JSON).",
    "import.text": "Text",
    "import.file": "or a file",
    "import.read": "Read it",
    "import.ranges": "Ranges",
    "import.spots": "Spots and trees",
    "import.take": "Use it",
    "import.combos": "{n} combos",
    "import.nameless": "without a name",
    "import.keep": "Save all {n} ranges",
    "import.kept": "Saved.",
    "size.seats": "50% | 75%: what stands after the bar is IP's.",
    "size.donks": "{street} bets into the raiser",
    "size.preset": "Fill in",
    "size.one": "One size",
    "size.two": "Two sizes",
    "size.geometric": "Geometric",
    "size.more": "Thresholds and lines",
    "size.add_allin": "add all-in up to, × pot",
    "size.force_allin": "all-in in its place below, stack / pot",
    "size.merge": "merge sizes nearer than",
    "size.add_lines": "add lines, with ;",
    "size.remove_lines": "remove lines, with ;",
    "board.texture": "Random of this kind",
    "board.recent": "Recent",
    "board.type": "Typing works anywhere here: Ks7h2d.",
    "view.both": "Strategy + EV",
    "cell.combos": "{left} of {all} combos",
    "filter.title": "Filter",
    "filter.made": "made hand",
    "filter.draw": "draw",
    "filter.suits": "suits",
    "filter.suited": "suited",
    "filter.offsuit": "offsuit",
    "filter.action": "plays most",
    "filter.text": "hands, such as AK, QhJ",
    "filter.any": "any",
    "filter.count": "{n} of {all} combos fit",
    "filter.clear": "Show all",
    "line.turn": "Card {card}: arrows change it, ↑↓ the rank, ←→ the suit; Enter goes back there",
    "graphs.both": "Both ranges",
    "lock.more": "More or less often",
    "lock.more.help": "Hands move whole, those first whom it costs least by this solve.",
    "lock.action": "action",
    "lock.points": "change, percentage points",
    "lock.work": "Work it out",
    "lock.moved": "{action} is then played {share}; by this solve's values that changes the range's EV here by {change} chips.",
    "lock.copy": "Copy from another solve",
    "lock.copied": "{n} hands as {name} plays them.",
    "quiz.title": "Quiz",
    "quiz.push": "Small blind, {hand}: all-in or fold?",
    "quiz.call": "Big blind facing an all-in, {hand}: call or fold?",
    "quiz.yes.push": "All-in",
    "quiz.yes.call": "Call",
    "quiz.no": "Fold",
    "quiz.right": "Right: {gain} bb better than the other.",
    "quiz.wrong": "No: that gives up {gain} bb.",
    "quiz.even": "Both are worth the same to within {gain} bb.",
    "quiz.score": "{right} of {all} right, {loss} bb given up",
    "quiz.next": "Next",
    "import.spot": "Import a spot",
    "grid.table": "As table",
    "grid.hand": "hand",
    "rank.2": "two",
    "rank.2.many": "twos",
    "rank.3": "three",
    "rank.3.many": "threes",
    "rank.4": "four",
    "rank.4.many": "fours",
    "rank.5": "five",
    "rank.5.many": "fives",
    "rank.6": "six",
    "rank.6.many": "sixes",
    "rank.7": "seven",
    "rank.7.many": "sevens",
    "rank.8": "eight",
    "rank.8.many": "eights",
    "rank.9": "nine",
    "rank.9.many": "nines",
    "rank.T": "ten",
    "rank.T.many": "tens",
    "rank.J": "jack",
    "rank.J.many": "jacks",
    "rank.Q": "queen",
    "rank.Q.many": "queens",
    "rank.K": "king",
    "rank.K.many": "kings",
    "rank.A": "ace",
    "rank.A.many": "aces",
    "class.pair": "pair of {rank}",
    "class.suited": "{high} {low} suited",
    "class.offsuit": "{high} {low} offsuit",
    "cell.and": ", ",
    "cell.ev": "EV {ev}",
    "action.fold": "fold",
    "action.check": "check",
    "action.call": "call",
    "action.bet": "bet",
    "action.raise": "raise",
    "action.allin": "allin",
    "size.chips": "Sizes: {name}",
    "size.drop": "Remove {size}: {name}",
    "size.add": "Add a size: {name}",
    "cell.label": "{said}, {shown}",
    behind: "Curve, files, log",
    "behind.report": "Files, log",
    "behind.files": "Files",
    "behind.log": "Log",
    "pushfold.view.share": "how often",
    "pushfold.view.gap": "EV less that of folding, bb",
    "size.turned": "not as written: {list}",
    "report.board": "board",
    "report.weight": "weight",
    "report.exploitability": "exploitability %",
    "report.ev": "EV {seat}",
    "report.equity": "equity {seat} %",
    "report.realised": "realised {seat} %",
    "patterns.only": "only {kind}",
    "patterns.all": "all flops again"
  };

  // src/holdem/text/zh.json
  var zh_default2 = {
    loading: "加载中…",
    code: "代码",
    "spot.nav": "德州扑克",
    "spot.title": "德州扑克局面",
    "spot.lead": "翻牌后的两人局面。填写的同时就会显示求解所需的资源。",
    "spot.ranges": "范围",
    "spot.board": "公共牌",
    "spot.chips": "筹码",
    "spot.pot": "底池",
    "spot.stack": "剩余筹码",
    "spot.rake": "抽水（%）",
    "spot.cap": "抽水上限",
    "spot.tree": "下注尺度",
    "spot.raises": "每条街最多加注次数",
    "spot.asTree": "由下注树决定",
    "spot.storage": "存储精度",
    "storage.auto": "默认",
    "storage.int16": "16 位：内存减半",
    "storage.float64": "64 位：可达 0.001 % 以下",
    "spot.start": "求解",
    "seat.oop": "OOP",
    "seat.ip": "IP",
    "seat.oop.long": "不利位置（OOP）",
    "seat.ip.long": "有利位置（IP）",
    "seat.oop.range": "不利位置玩家的范围",
    "seat.ip.range": "有利位置玩家的范围",
    "tree.simple": "简单",
    "tree.standard": "标准",
    "tree.rich": "丰富",
    "tree.own": "自定义",
    "street.flop": "翻牌",
    "street.turn": "转牌",
    "street.river": "河牌",
    "size.bets": "{street}下注",
    "size.raises": "{street}加注",
    "size.help": "33% 为底池的三分之一，2.5x 为面对下注的 2.5 倍，100c 为 100 筹码，2e 为两次下注打光，allin 为全下；多个尺度用逗号分隔。",
    "board.random": "随机",
    "board.clear": "清空",
    "board.deck": "牌",
    "range.combos": "{n} 种组合",
    "range.weight": "权重",
    "range.presets": "填充",
    "range.undo": "撤销",
    "range.none": "清空",
    "range.suits": "{hand} 的花色",
    "brush.pairs": "对子",
    "brush.suited": "同花",
    "brush.broadway": "大牌",
    "fault.board": "公共牌写法有误：例如 Ks7h2d，每张牌只出现一次。",
    "fault.cards": "公共牌为三到五张。",
    "fault.chips": "底池和剩余筹码须为正数。",
    "fault.raises": "加注次数须为整数。",
    "fault.rake": "抽水须为数字。",
    "fault.range": "双方都需要范围。",
    "plan.title": "求解所需资源",
    "plan.memory": "内存",
    "plan.fits": "可容纳，可用 {free}",
    "plan.over": "超出可用的 {free}",
    "plan.time": "{threads} 线程达到 0.3 % 约需",
    "plan.nodes": "下注节点",
    "plan.combos": "组合数 OOP / IP",
    "plan.file": "文件",
    "plan.counting": "计算中…",
    "plan.offers": "可行的方案：",
    "run.about": "底池 {pot}，剩余筹码 {stack}，下注树 {tree}",
    "run.locked": "已锁定：{lines}",
    "run.queued": "正在等待前一个任务",
    "live.title": "首个决策点（收敛过程）",
    "live.wait": "正在发牌并准备计算内核…",
    "live.none": "没有可显示的内容。",
    "live.curve": "可剥削度（筹码）",
    "live.curve.wait": "尚无评估。",
    "proof.label": "结果有多好",
    "proof.gap": "可剥削度（占底池）",
    "proof.chips": "筹码数",
    "proof.value": "{seat} 的 EV",
    "proof.iterations": "迭代次数",
    "proof.time": "用时",
    "proof.left": "剩余",
    "proof.method": "方法",
    "proof.claim": "可剥削度为双方各自采用最佳应对所能多得筹码的平均值，按所有可能的牌精确计算。",
    "line.label": "当前行动线",
    "line.pot": "底池 {pot}",
    "line.back": "返回",
    "end.fold": "有人弃牌，本局结束；底池 {pot}。",
    "end.showdown": "摊牌；底池 {pot}。",
    "deal.title": "下一张牌",
    "deal.act": "OOP 下注（%）",
    "deal.ev0": "OOP 的 EV",
    "deal.ev1": "IP 的 EV",
    "deal.eq0": "OOP 的权益（%）",
    "deal.counting": "正在逐张计算…",
    "grid.label": "{seat} 的手牌",
    "grid.seat": "玩家",
    "grid.acts": "行动中",
    "grid.view": "显示",
    "grid.help": "高度表示该手牌在范围中的剩余比例，颜色表示行动。按键：方向键移动，1⁠–⁠9 行动，V 切换指标，P 切换玩家，L 锁定，Backspace 返回上一步。",
    "view.strategy": "策略",
    "view.ev": "EV",
    "view.equity": "权益",
    "view.range": "范围",
    "cell.none": "不在范围内",
    totals: "范围",
    "col.combos": "组合",
    "col.realised": "权益实现",
    "col.share": "占比",
    "col.plays": "行动",
    tabs: "网格旁",
    "tab.hands": "手牌",
    "tab.categories": "牌型",
    "tab.lock": "锁定",
    "hands.none": "{hand} 不在此处的范围内。",
    "hands.left": "剩余 {share}",
    "why.same": "最好的两个行动相差 {gap} 筹码，小于本次求解的误差 {error}，无法区分。",
    "why.best": "最佳：{action}，领先 {gap} 筹码。",
    "cat.made": "成牌",
    "cat.draws": "听牌",
    "cat.straight flush": "同花顺",
    "cat.four of a kind": "四条",
    "cat.full house": "葫芦",
    "cat.flush": "同花",
    "cat.straight": "顺子",
    "cat.set": "暗三条",
    "cat.trips": "明三条",
    "cat.two pair": "两对",
    "cat.overpair": "超对",
    "cat.top pair": "顶对",
    "cat.second pair": "中对",
    "cat.low pair": "小对",
    "cat.ace high": "A 高",
    "cat.nothing": "无成牌",
    "cat.combo draw": "同花加顺子听牌",
    "cat.flush draw": "同花听牌",
    "cat.open-ended": "两头顺听牌",
    "cat.gutshot": "卡顺听牌",
    "cat.backdoor flush": "后门同花",
    "cat.no draw": "无听牌",
    "lock.lead": "固定此处的打法，其余部分重新求解。此时可剥削度指未锁定部分所能多得的收益。",
    "lock.there": "已锁定：{lines}",
    "lock.start": "起点",
    "lock.how": "锁定方式",
    "lock.paint": "按手牌",
    "lock.whole": "整个范围（%）",
    "lock.brush": "画笔",
    "lock.count": "已涂 {n} 类手牌",
    "lock.none": "在网格中用所选行动涂色。",
    "lock.free": "解除",
    "lock.solve": "锁定并求解",
    "lock.other": "此处由 {seat} 行动。",
    "compare.title": "对比",
    "compare.with": "与…对比",
    "compare.pick": "请打开一个求解结果，再选择同一公共牌的另一个。",
    "compare.distance": "{share} 的情况下行动不同",
    "compare.proof": "可剥削度 {gap} %",
    "compare.apart": "B − A",
    "compare.apart.help": "高度表示两者行动不同的频率，满格为 {share}；颜色表示 B 更多采取的行动。",
    "compare.what": "此行动线之后",
    "compare.most": "差异最大之处",
    "compare.same": "本条街上两者相同。",
    "compare.row": "{share} 不同，到达 {reached}",
    "compare.differ": "两个局面的不同之处：{what}",
    "compare.lone": "“{line}”之后仅 {who} 有 {what}",
    "compare.hands": "两者范围共有的手牌 {n} 手，A 有 {a} 手，B 有 {b} 手",
    "field.board": "公共牌的顺序",
    "field.pot": "底池",
    "field.stack": "剩余筹码",
    "field.oop": "不利位置范围",
    "field.ip": "有利位置范围",
    "field.bets": "下注尺度",
    "field.raises": "加注尺度",
    "field.donks": "领先下注",
    "field.rake": "抽水",
    "field.add_allin": "何时加入全下",
    "field.force_allin": "何时下注改为全下",
    "field.merge": "尺度的合并",
    "field.max_raises": "每条街加注次数",
    "field.chip": "最小筹码",
    "field.allin_share": "视为全下的筹码比例",
    "field.least_bet": "最小下注",
    "field.start": "此前的行动",
    "field.add_lines": "添加的行动线",
    "field.remove_lines": "删除的行动线",
    "field.tree": "下注树",
    "field.locks": "锁定",
    "pushfold.title": "全下或弃牌",
    "pushfold.lead": "翻牌前单挑：小盲全下或弃牌，大盲跟注或弃牌。",
    "pushfold.stack": "筹码",
    "pushfold.ante": "每人前注（bb）",
    "pushfold.push": "小盲：全下",
    "pushfold.call": "大盲：跟注",
    "pushfold.value": "小盲每手赢得（bb）",
    "pushfold.gap": "可剥削度",
    "pushfold.against": "EV {ev} bb，弃牌为 {fold} bb",
    "report.title": "多翻牌报告",
    "report.lead": "同一局面在多个翻牌上的表现；子集按权重代表全部 1,755 类翻牌。",
    "report.boards": "翻牌：数量或列表",
    "report.line": "行动线",
    "report.count": "翻牌数",
    "report.start": "开始报告",
    "report.done": "已完成翻牌",
    "report.gap": "平均可剥削度（占底池）",
    "report.claim": "每一行都是一次独立求解，并附有可剥削度；平均值按翻牌出现的频率加权。",
    "report.wait": "每完成一个翻牌就会出现一行。",
    "report.filter": "牌面结构",
    "report.mean": "平均",
    "texture.all": "全部",
    "texture.mono": "单花色",
    "texture.two": "两花色",
    "texture.rainbow": "彩虹",
    "texture.paired": "公对",
    "review.title": "打过的手牌",
    "review.lead": "求解每个决策所在的局面，看它放弃了多少。",
    "review.deck": "做成牌组",
    "review.loss": "放弃的大盲",
    "review.decisions": "决策",
    "review.hands": "手牌",
    "review.left": "未估价",
    "review.claim": "小于该局面求解误差的损失不计。",
    "review.wait": "正在求解各个局面……",
    "review.none": "没有一个决策的代价超过求解误差。",
    "review.worst": "代价最大的决策",
    "review.hand": "手牌",
    "review.cards": "牌",
    "review.played": "实际",
    "review.best": "最佳",
    "review.cost": "损失（大盲）",
    "review.error": "求解误差（占底池）",
    "hands.gone": "已不在范围内：之前采取了其他行动",
    "hands.absent": "不在此处的组合",
    "hands.outside": "不在范围内",
    "hands.blocked": "{card} 在公共牌中",
    "lock.evaluate": "仅评估",
    "lock.exploitability": "可剥削度，占底池",
    "lock.before": "求解所得",
    "lock.after": "修改后",
    "lock.edited": "不重新求解：其余一切照旧。变化最大的手牌（筹码）：{hands}。",
    "tab.graphs": "图表",
    "tab.notes": "笔记",
    "graphs.what": "画什么",
    "graphs.label": "双方范围，从最弱到最强",
    "graphs.median": "{seat}：中位数 {value}",
    "graphs.help": "横轴：占范围的百分比，最弱的手牌在前。纵轴：该位置手牌的权益或 EV。",
    "notes.label": "你对此求解的笔记",
    "notes.kept": "已随运行保存。",
    "notes.keeping": "正在保存…",
    "compare.street": "此行动线之后",
    "compare.all": "所有街",
    "compare.only": "只有 A 有此行动线，到达 {reached}",
    "compare.alike": "{n} 个花色等价",
    "compare.certain": "比较了 {n} 个决策；未比较的都排不进此表。",
    "compare.part": "在限时内比较了 {n} 个决策；其余每个最多有 {left} 的机会到达。",
    "compare.same.all": "两者处处相同。",
    "report.mean.all": "全部平均",
    "patterns.title": "规律",
    "patterns.by": "分组依据",
    "patterns.suits": "花色",
    "patterns.pairs": "对子",
    "patterns.connected": "连张",
    "patterns.high": "最大牌",
    "patterns.across": "横轴",
    "patterns.up": "纵轴",
    "patterns.picture": "{n} 个翻牌：横轴 {x}，纵轴 {y}；旁边的表给出平均值",
    "kind.rainbow": "彩虹",
    "kind.two": "两花色",
    "kind.mono": "单花色",
    "kind.unpaired": "无对子",
    "kind.paired": "有对子",
    "kind.trips": "三张同点",
    "kind.straight": "可成顺子",
    "kind.apart": "不可成顺子",
    "shelf.title": "保存的范围",
    "shelf.none": "还没有保存的范围。",
    "shelf.forget": "删除",
    "shelf.name": "把当前范围存为 文件夹/名称",
    "shelf.keep": "保存",
    "shelf.help": "即工作区 ranges 文件夹中的纯文本文件，也可自行放入。",
    "view.gap": "EV 差",
    "view.realised": "权益实现率",
    "gap.of": "EV：",
    "gap.less": "减去 EV：",
    "brush.row": "{hand} 所在行",
    "import.title": "导入",
    "import.help": "PioSOLVER 或 Equilab 的范围、TexasSolver 的命令、WASM Postflop 保存的 JSON，或本程序的局面（TOML、JSON）。",
    "import.text": "文本",
    "import.file": "或选择文件",
    "import.read": "读取",
    "import.ranges": "范围",
    "import.spots": "局面与下注树",
    "import.take": "采用",
    "import.combos": "{n} 种组合",
    "import.nameless": "未命名",
    "import.keep": "全部 {n} 个存为范围",
    "import.kept": "已保存。",
    "size.seats": "50% | 75%：竖线后面是 IP 的尺度。",
    "size.donks": "{street}领先下注",
    "size.preset": "填入",
    "size.one": "一个尺度",
    "size.two": "两个尺度",
    "size.geometric": "几何尺度",
    "size.more": "阈值与行动线",
    "size.add_allin": "全下不超过底池几倍时加入",
    "size.force_allin": "筹码与底池之比低于此值改为全下",
    "size.merge": "合并相差小于此值的尺度",
    "size.add_lines": "增加行动线，用 ; 分隔",
    "size.remove_lines": "删除行动线，用 ; 分隔",
    "board.texture": "随机牌面类型",
    "board.recent": "最近",
    "board.type": "在本页任意处输入即可：Ks7h2d。",
    "view.both": "策略 + EV",
    "cell.combos": "{all} 个组合中的 {left} 个",
    "filter.title": "筛选",
    "filter.made": "成牌",
    "filter.draw": "听牌",
    "filter.suits": "花色",
    "filter.suited": "同花",
    "filter.offsuit": "不同花",
    "filter.action": "最常行动",
    "filter.text": "手牌，如 AK、QhJ",
    "filter.any": "任意",
    "filter.count": "{all} 个组合中 {n} 个符合",
    "filter.clear": "显示全部",
    "line.turn": "牌 {card}：方向键更换，↑↓ 换点数，←→ 换花色；回车回到此处",
    "graphs.both": "双方范围",
    "lock.more": "调整频率",
    "lock.more.help": "按此求解的 EV 损失，代价最小的手牌先变动。",
    "lock.action": "行动",
    "lock.points": "变化（百分点）",
    "lock.work": "计算",
    "lock.moved": "此后 {action} 的频率为 {share}；按此求解的数值，该范围在此处的 EV 变化 {change} 筹码。",
    "lock.copy": "从另一个求解复制",
    "lock.copied": "已复制 {name} 中 {n} 手牌的打法。",
    "quiz.title": "测验",
    "quiz.push": "小盲，{hand}：全下还是弃牌？",
    "quiz.call": "大盲面对全下，{hand}：跟注还是弃牌？",
    "quiz.yes.push": "全下",
    "quiz.yes.call": "跟注",
    "quiz.no": "弃牌",
    "quiz.right": "正确：比另一选择好 {gain} bb。",
    "quiz.wrong": "错误：放弃了 {gain} bb。",
    "quiz.even": "两者相差不到 {gain} bb，价值相同。",
    "quiz.score": "{all} 题答对 {right} 题，共放弃 {loss} bb",
    "quiz.next": "下一题",
    "import.spot": "导入局面",
    "grid.table": "表格",
    "grid.hand": "手牌",
    "rank.2": "2",
    "rank.2.many": "2",
    "rank.3": "3",
    "rank.3.many": "3",
    "rank.4": "4",
    "rank.4.many": "4",
    "rank.5": "5",
    "rank.5.many": "5",
    "rank.6": "6",
    "rank.6.many": "6",
    "rank.7": "7",
    "rank.7.many": "7",
    "rank.8": "8",
    "rank.8.many": "8",
    "rank.9": "9",
    "rank.9.many": "9",
    "rank.T": "10",
    "rank.T.many": "10",
    "rank.J": "J",
    "rank.J.many": "J",
    "rank.Q": "Q",
    "rank.Q.many": "Q",
    "rank.K": "K",
    "rank.K.many": "K",
    "rank.A": "A",
    "rank.A.many": "A",
    "class.pair": "一对 {rank}",
    "class.suited": "{high} {low} 同花",
    "class.offsuit": "{high} {low} 不同花",
    "cell.and": "，",
    "cell.ev": "EV {ev}",
    "action.fold": "弃牌",
    "action.check": "过牌",
    "action.call": "跟注",
    "action.bet": "下注",
    "action.raise": "加注",
    "action.allin": "全下",
    "size.chips": "尺度：{name}",
    "size.drop": "去掉 {size}：{name}",
    "size.add": "添加尺度：{name}",
    "cell.label": "{said}，{shown}",
    behind: "曲线、文件、日志",
    "behind.report": "文件、日志",
    "behind.files": "文件",
    "behind.log": "日志",
    "pushfold.view.share": "频率",
    "pushfold.view.gap": "与弃牌的 EV 差（bb）",
    "size.turned": "与所写不同：{list}",
    "report.board": "翻牌",
    "report.weight": "权重",
    "report.exploitability": "可剥削度 %",
    "report.ev": "{seat} 的 EV",
    "report.equity": "{seat} 权益 %",
    "report.realised": "{seat} 权益实现 %",
    "patterns.only": "仅看{kind}",
    "patterns.all": "恢复全部翻牌"
  };

  // src/holdem/words.ts
  var { say: say2, useWords: useWords2 } = wordsOf(en_default2, zh_default2);
  function saidClass(cell) {
    let [high = "", low = "", kind] = CLASSES[cell] ?? "", rank = (name) => say2(`rank.${name}`);
    return high === low ? say2("class.pair", { rank: say2(`rank.${high}.many`) }) : say2(kind === "s" ? "class.suited" : "class.offsuit", { high: rank(high), low: rank(low) });
  }
  function saidAction(name) {
    let [, word = "", rest = ""] = /^([a-z]+)(.*)$/.exec(name) ?? [], key = `action.${word}`;
    return key in en_default2 ? say2(key) + rest : name;
  }
  function saidTree(name) {
    let key = `tree.${name ?? "own"}`;
    return key in en_default2 ? say2(key).toLowerCase() : name ?? "";
  }
  function saidField(name) {
    let key = `field.${name}`;
    return key in en_default2 ? say2(key) : name;
  }
  var saidLine = (line) => line.split(", ").map(saidAction).join(", "), saidAll = (parts) => parts.filter(Boolean).join(say2("cell.and"));

  // src/holdem/Grid.tsx
  function Grid({ label: label2, cells, at, onPick, onPaint, onDigit, isSmall }) {
    let box = T2(null), [isDown, setDown] = d2(!1), painted = T2(-1), focus = (cell) => {
      box.current?.querySelectorAll("[role=gridcell]")[cell]?.focus(), onPaint || onPick(cell);
    }, onKey = (event) => {
      let here = Number(event.target.dataset.cell), step = { ArrowRight: here % 13 < 12 ? 1 : 0, ArrowLeft: here % 13 > 0 ? -1 : 0, ArrowDown: here < 156 ? 13 : 0, ArrowUp: here > 12 ? -13 : 0 };
      event.key in step ? (event.preventDefault(), focus(here + (step[event.key] ?? 0))) : event.key === "Home" || event.key === "End" ? (event.preventDefault(), focus(event.key === "Home" ? here - here % 13 : here - here % 13 + 12)) : event.key === "Enter" || event.key === " " ? (event.preventDefault(), onPick(here), onPaint?.(here, !0)) : onDigit && /^[0-9]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey && (event.preventDefault(), event.stopPropagation(), onDigit(Number(event.key)));
    }, over = (event, isFirst) => {
      let target = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
      if (!target || !box.current?.contains(target)) return;
      let cell = Number(target.dataset.cell);
      !isFirst && cell === painted.current || (painted.current = cell, isFirst && onPick(cell), onPaint?.(cell, isFirst));
    };
    return /* @__PURE__ */ a3(
      "div",
      {
        ref: box,
        class: `grid13${isSmall ? " small" : ""}${onPaint ? " paint" : ""}`,
        role: "grid",
        "aria-label": label2,
        onKeyDown: onKey,
        onPointerDown: (event) => {
          event.button === 0 && (setDown(!0), over(event, !0));
        },
        onPointerMove: (event) => isDown && onPaint && over(event, !1),
        onPointerUp: () => setDown(!1),
        onPointerLeave: () => setDown(!1),
        children: Array.from({ length: 13 }, (_3, row) => /* @__PURE__ */ a3(Row, { row, cells, at: at >= 13 * row && at < 13 * row + 13 ? at : -1 }, row))
      }
    );
  }
  function Row({ row, cells, at }) {
    return w2(
      () => /* @__PURE__ */ a3("div", { role: "row", children: cells.slice(13 * row, 13 * row + 13).map((cell, column) => {
        let number2 = 13 * row + column;
        return /* @__PURE__ */ a3(
          "div",
          {
            role: "gridcell",
            "data-cell": number2,
            tabIndex: number2 === at ? 0 : -1,
            "aria-selected": number2 === at,
            "data-class": CLASSES[number2],
            "aria-label": say2("cell.label", { said: saidAll([saidClass(number2), cell.about]), shown: [CLASSES[number2], cell.corner, cell.text].filter(Boolean).join(" ") }),
            class: cell.height > 5e-4 ? "" : "none",
            children: [
              /* @__PURE__ */ a3("b", { children: [
                CLASSES[number2],
                cell.corner !== void 0 && /* @__PURE__ */ a3("span", { children: [
                  " ",
                  cell.corner
                ] })
              ] }),
              /* @__PURE__ */ a3("div", { class: "well", children: [
                /* @__PURE__ */ a3("div", { class: "fill", style: { height: `${Math.min(100, 100 * cell.height)}%` }, children: cell.parts.map((part2, i3) => part2.share > 5e-4 ? /* @__PURE__ */ a3("i", { class: `act-${part2.colour}`, style: { flexGrow: part2.share } }, i3) : null) }),
                cell.text !== void 0 && /* @__PURE__ */ a3("small", { children: [
                  " ",
                  cell.text
                ] })
              ] })
            ]
          },
          number2
        );
      }) }),
      [row, cells, at]
    );
  }

  // src/holdem/Compare.tsx
  function saidNote(note) {
    let [, fields] = /^the spots differ in (.+)$/.exec(note) ?? [];
    if (fields) return say2("compare.differ", { what: saidAll(fields.split(", ").map(saidField)) });
    let [, who, actions, line] = /^only ([AB]) has (.+) after '?(.+?)'?$/.exec(note) ?? [];
    if (who && actions && line) {
      let what = saidAll(actions.split(", ").map(saidAction));
      return say2("compare.lone", { who, what, line: line === "the start" ? say2("lock.start") : saidLine(line) });
    }
    let [, n2, a4, b] = /^(\d+) hands are in both ranges, (\d+) in A, (\d+) in B$/.exec(note) ?? [];
    return n2 && a4 && b ? say2("compare.hands", { n: n2, a: a4, b }) : note;
  }
  function Compare({ query }) {
    let say4 = useWords2();
    useTitle(say4("compare.title"));
    let [a4, b, line] = [query.get("a") ?? "", query.get("b") ?? "", query.get("line") ?? ""], { data: data2, error, isLoading } = useAsk(a4 && b ? `/compare?${new URLSearchParams({ a: a4, b, line })}` : null), [at, setAt] = d2(0), all = useStore(runs) ?? [], called = (id) => {
      let run = all.find((each) => each.id === id);
      return run ? `${run.name || run.body.game} · ${run.body.method}` : "";
    }, walk = (to) => go(`/holdem/compare?${new URLSearchParams({ a: a4, b, line: to })}`), change = (value, digits) => value === null ? "–" : `${value > 0 ? "+" : ""}${fixed(value, digits)}`;
    return /* @__PURE__ */ a3("div", { class: "screen holdem", children: [
      /* @__PURE__ */ a3("div", { class: "head", children: [
        /* @__PURE__ */ a3("div", { children: [
          /* @__PURE__ */ a3("p", { class: "crumb", children: [
            /* @__PURE__ */ a3("a", { href: `/holdem/${a4}`, children: "A" }),
            " · ",
            /* @__PURE__ */ a3("a", { href: `/holdem/${b}`, children: "B" })
          ] }),
          /* @__PURE__ */ a3("h1", { tabIndex: -1, children: [
            say4("compare.title"),
            " ",
            data2 && /* @__PURE__ */ a3(Cards, { text: data2.board })
          ] }),
          /* @__PURE__ */ a3("p", { class: "lead", children: [
            line ? /* @__PURE__ */ a3("code", { children: saidLine(line) }) : say4("lock.start"),
            data2 ? ` · ${say4("compare.distance", { share: percent(data2.distance) })}` : ""
          ] })
        ] }),
        line && /* @__PURE__ */ a3("div", { class: "actions", children: /* @__PURE__ */ a3("button", { type: "button", class: "button", "data-key": "backspace", onClick: () => walk(line.split(", ").slice(0, -1).join(", ")), children: say4("line.back") }) })
      ] }),
      /* @__PURE__ */ a3(Trouble, { error }),
      !a4 || !b ? /* @__PURE__ */ a3(Empty, { title: say4("compare.pick") }) : !data2 && isLoading && /* @__PURE__ */ a3("p", { class: "muted", children: say4("loading") }),
      data2 && /* @__PURE__ */ a3($, { children: [
        data2.notes.length > 0 && /* @__PURE__ */ a3("ul", { class: "muted small", children: data2.notes.map((note) => /* @__PURE__ */ a3("li", { children: saidNote(note) }, note)) }),
        /* @__PURE__ */ a3("div", { class: "trio", children: [
          data2.sides.map((side, k2) => /* @__PURE__ */ a3("section", { class: "panel", "aria-label": k2 ? "B" : "A", children: [
            /* @__PURE__ */ a3("h2", { children: [
              k2 ? "B" : "A",
              " ",
              /* @__PURE__ */ a3("small", { class: "muted", children: say4("compare.proof", { gap: small(side.exploitability_pct) }) })
            ] }),
            called(k2 ? b : a4) && /* @__PURE__ */ a3("p", { class: "muted small", children: /* @__PURE__ */ a3("a", { href: `/holdem/${k2 ? b : a4}`, children: called(k2 ? b : a4) }) }),
            /* @__PURE__ */ a3(Side, { side, at, onPick: setAt, label: `${k2 ? "B" : "A"}, ${say4(`seat.${data2.player}`)}` }),
            /* @__PURE__ */ a3("div", { class: "brush", children: side.actions.map((name, i3) => /* @__PURE__ */ a3("button", { type: "button", onClick: () => walk(line ? `${line}, ${side.words[i3]}` : side.words[i3] ?? ""), children: [
              /* @__PURE__ */ a3("i", { class: `act-${colours(side.actions)[i3]}`, "aria-hidden": "true" }),
              /* @__PURE__ */ a3("span", { children: saidAction(name) }),
              " ",
              /* @__PURE__ */ a3("b", { children: percent(side.frequencies[i3] ?? 0) })
            ] }, name)) })
          ] }, k2)),
          /* @__PURE__ */ a3("section", { class: "panel", "aria-label": say4("compare.apart"), children: [
            /* @__PURE__ */ a3("h2", { children: say4("compare.apart") }),
            /* @__PURE__ */ a3(Apart, { found: data2, at, onPick: setAt })
          ] })
        ] }),
        /* @__PURE__ */ a3("div", { class: "split", children: [
          /* @__PURE__ */ a3("section", { class: "panel", children: /* @__PURE__ */ a3("table", { class: "data totals", children: [
            /* @__PURE__ */ a3("thead", { children: /* @__PURE__ */ a3("tr", { children: [
              /* @__PURE__ */ a3("th", { scope: "col", children: say4("compare.what") }),
              /* @__PURE__ */ a3("th", { scope: "col", class: "number", children: "A" }),
              /* @__PURE__ */ a3("th", { scope: "col", class: "number", children: "B" }),
              /* @__PURE__ */ a3("th", { scope: "col", class: "number", children: "B − A" })
            ] }) }),
            /* @__PURE__ */ a3("tbody", { children: [
              Object.entries(data2.frequencies).map(([name, row]) => /* @__PURE__ */ a3("tr", { children: [
                /* @__PURE__ */ a3("th", { scope: "row", children: saidAction(name) }),
                /* @__PURE__ */ a3("td", { class: "number", children: percent(row.a ?? 0) }),
                /* @__PURE__ */ a3("td", { class: "number", children: percent(row.b ?? 0) }),
                /* @__PURE__ */ a3("td", { class: "number", children: change(row.difference === null ? null : 100 * row.difference, 1) })
              ] }, name)),
              ["oop", "ip"].map((name) => /* @__PURE__ */ a3("tr", { children: [
                /* @__PURE__ */ a3("th", { scope: "row", children: [
                  "EV ",
                  say4(`seat.${name}`)
                ] }),
                /* @__PURE__ */ a3("td", { class: "number", children: fixed(data2.ev[name]?.a, 2) }),
                /* @__PURE__ */ a3("td", { class: "number", children: fixed(data2.ev[name]?.b, 2) }),
                /* @__PURE__ */ a3("td", { class: "number", children: change(data2.ev[name]?.difference ?? null, 2) })
              ] }, name))
            ] })
          ] }) }),
          /* @__PURE__ */ a3(Where, { a: a4, b, line, here: data2.most_different_lines, walk })
        ] })
      ] })
    ] });
  }
  function Where({ a: a4, b, line, here, walk }) {
    let say4 = useWords2(), [isAll, setAll] = d2(!1), { data: data2, error, isLoading } = useAsk(isAll ? `/compare/where?${new URLSearchParams({ a: a4, b })}` : null), rows = isAll ? data2?.rows ?? [] : here;
    return /* @__PURE__ */ a3("section", { class: "panel", "aria-labelledby": "most", children: [
      /* @__PURE__ */ a3("div", { class: "tools", children: [
        /* @__PURE__ */ a3("h2", { id: "most", children: say4("compare.most") }),
        /* @__PURE__ */ a3("div", { class: "segments", role: "group", "aria-label": say4("compare.most"), children: [!1, !0].map((all) => /* @__PURE__ */ a3("button", { type: "button", "aria-pressed": isAll === all, onClick: () => setAll(all), children: say4(all ? "compare.all" : "compare.street") }, String(all))) })
      ] }),
      /* @__PURE__ */ a3(Trouble, { error }),
      isAll && isLoading && !data2 && /* @__PURE__ */ a3("p", { class: "muted", children: say4("loading") }),
      rows.length === 0 && (!isAll || data2) && /* @__PURE__ */ a3("p", { class: "muted", children: say4(isAll ? "compare.same.all" : "compare.same") }),
      /* @__PURE__ */ a3("ul", { class: "lines", children: rows.map((row) => /* @__PURE__ */ a3("li", { children: /* @__PURE__ */ a3("button", { type: "button", "aria-current": row.line === line ? "true" : void 0, onClick: () => walk(row.line), children: [
        /* @__PURE__ */ a3("span", { children: row.line ? saidLine(row.line) : say4("lock.start") }),
        /* @__PURE__ */ a3("small", { children: [
          row.street && `${say4(`street.${row.street}`)} · `,
          say4(`seat.${row.player}`),
          " · ",
          row.only ? say4("compare.only", { reached: percent(row.frequency) }) : say4("compare.row", { share: percent(row.distance), reached: percent(row.frequency) }),
          (row.alike ?? 1) > 1 && ` · ${say4("compare.alike", { n: row.alike ?? 1 })}`
        ] })
      ] }) }, row.line)) }),
      isAll && data2 && /* @__PURE__ */ a3("p", { class: "muted small", children: say4(data2.is_certain ? "compare.certain" : "compare.part", { n: count(data2.looked_at), left: percent(data2.left) }) })
    ] });
  }
  function Side({ side, at, onPick, label: label2 }) {
    let reach = floats(side.reach), shares = floats(side.shares), paint = colours(side.actions), width = side.actions.length, cells = CLASSES.map((_3, k2) => ({
      height: reach[k2] ?? 0,
      parts: paint.map((colour, i3) => ({ colour, share: shares[k2 * width + i3] ?? 0 })),
      about: saidAll(side.actions.map((name, i3) => `${saidAction(name)} ${percent(shares[k2 * width + i3] ?? 0)}`))
    }));
    return /* @__PURE__ */ a3(Grid, { isSmall: !0, label: label2, cells, at, onPick });
  }
  function Apart({ found, at, onPick }) {
    let say4 = useWords2(), reach = floats(found.apart.reach), shares = floats(found.apart.shares), ev = floats(found.ev_by_class), width = found.apart.actions.length, paint = colours(found.apart.actions), distances = CLASSES.map((_3, k2) => (reach[k2] ?? 0) > 0 ? found.apart.actions.reduce((sum, _4, i3) => sum + Math.abs(shares[k2 * width + i3] ?? 0), 0) / 2 : 0), most = Math.max(...distances) || 1, cells = CLASSES.map((_3, k2) => {
      let changes = found.apart.actions.map((_4, i3) => shares[k2 * width + i3] ?? 0);
      return {
        height: (distances[k2] ?? 0) / most,
        parts: changes.map((each, i3) => ({ colour: paint[i3] ?? "b1", share: Math.max(0, each) / (distances[k2] || 1) })),
        about: saidAll([...found.apart.actions.map((name, i3) => `${saidAction(name)} ${fixed(100 * (changes[i3] ?? 0), 1)}`), say4("cell.ev", { ev: fixed(ev[k2], 2) })])
      };
    });
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3(Grid, { isSmall: !0, label: say4("compare.apart"), cells, at, onPick }),
      /* @__PURE__ */ a3("p", { class: "muted small", children: say4("compare.apart.help", { share: percent(most) }) })
    ] });
  }

  // src/holdem/PushFold.tsx
  var VIEWS = ["share", "gap"], WEIGHTS = CLASSES.map((name) => name.length === 2 ? 6 : name.endsWith("s") ? 4 : 12);
  function drawClass() {
    let left2 = Math.random() * WEIGHTS.reduce((sum, weight) => sum + weight, 0);
    return Math.max(0, WEIGHTS.findIndex((weight) => (left2 -= weight) < 0));
  }
  function Quiz({ found }) {
    let say4 = useWords2(), [card, setCard] = d2({ cell: drawClass(), kind: "push" }), [told, setTold] = d2(null), [score, setScore] = d2({ all: 0, right: 0, loss: 0 }), fold = (card.kind === "push" ? -0.5 : -1) - found.ante, answer = (isYes) => {
      if (told) return;
      let ev = floats(found.classes[`${card.kind}_ev`])[card.cell] ?? 0, [mine, other] = isYes ? [ev, fold] : [fold, ev], loss = Math.max(0, other - mine);
      setTold({ loss, gap: Math.abs(mine - other) }), setScore({ all: score.all + 1, right: score.right + +(loss <= Math.max(found.exploitability, 1e-3)), loss: score.loss + loss });
    }, next = () => {
      setTold(null), setCard({ cell: drawClass(), kind: card.kind === "push" ? "call" : "push" });
    };
    return /* @__PURE__ */ a3("section", { class: "panel", "aria-labelledby": "quiz", children: [
      /* @__PURE__ */ a3("h2", { id: "quiz", children: say4("quiz.title") }),
      /* @__PURE__ */ a3("p", { "data-fact": "quiz", children: say4(`quiz.${card.kind}`, { hand: CLASSES[card.cell] ?? "" }) }),
      /* @__PURE__ */ a3("div", { class: "actions", children: [
        /* @__PURE__ */ a3("button", { type: "button", class: "button", "data-key": "1", disabled: told !== null, onClick: () => answer(!0), children: say4(`quiz.yes.${card.kind}`) }),
        /* @__PURE__ */ a3("button", { type: "button", class: "button", "data-key": "2", disabled: told !== null, onClick: () => answer(!1), children: say4("quiz.no") }),
        /* @__PURE__ */ a3("button", { type: "button", class: "button main", "data-key": "n", disabled: told === null, onClick: next, children: say4("quiz.next") })
      ] }),
      /* @__PURE__ */ a3("p", { class: "small", role: "status", children: [
        told && (told.gap < 1e-3 ? say4("quiz.even", { gain: fixed(1e-3, 3) }) : told.loss > 0 ? say4("quiz.wrong", { gain: fixed(told.loss, 3) }) : say4("quiz.right", { gain: fixed(told.gap, 3) })),
        " ",
        score.all > 0 && say4("quiz.score", { right: score.right, all: score.all, loss: fixed(score.loss, 2) })
      ] })
    ] });
  }
  function PushFold({ query }) {
    let say4 = useWords2();
    useTitle(say4("pushfold.title"));
    let [stack, setStack] = d2(Math.min(50, Math.max(1, Number(query.get("stack")) || 10))), [ante, setAnte] = d2(query.get("ante") ?? "0"), [at, setAt] = d2(0), [view, setView] = d2("share"), late = useLater({ stack, ante }, 60), isNumber = Number.isFinite(Number(late.ante)) && Number(late.ante) >= 0 && Number(late.ante) <= 100, { data: data2, error, isLoading } = useAsk(isNumber ? `/pushfold?stack=${late.stack}&ante=${Number(late.ante)}` : null, !0);
    A2(() => {
      isNumber && go(`/holdem/pushfold?${new URLSearchParams({ stack: String(late.stack), ante: late.ante })}`, "replace");
    }, [late.stack, late.ante]);
    let grid = (kind) => {
      if (!data2) return null;
      let shares = floats(data2.classes[kind]), evs = floats(data2.classes[`${kind}_ev`]), fold = (kind === "push" ? -0.5 : -1) - data2.ante, widest = Math.max(...[...evs].map((ev) => Math.abs(ev - fold))), cells = CLASSES.map((_3, k2) => {
        let gap = (evs[k2] ?? 0) - fold, about = saidAll([percent(shares[k2] ?? 0), say4("cell.ev", { ev: fixed(evs[k2], 3) })]);
        return view === "share" ? { height: shares[k2] ?? 0, parts: [{ colour: kind === "push" ? "all" : "call", share: 1 }], about } : { height: 1, parts: [{ colour: `heat${Math.round(4 + 4 * gap / (widest || 1))}`, share: 1 }], about, text: fixed(gap, Math.abs(gap) < 10 ? 1 : 0) };
      }), chosen = { share: shares[at] ?? 0, ev: evs[at] ?? 0 };
      return /* @__PURE__ */ a3("section", { class: "panel", "aria-label": say4(`pushfold.${kind}`), children: [
        /* @__PURE__ */ a3("h2", { children: [
          say4(`pushfold.${kind}`),
          " ",
          /* @__PURE__ */ a3("small", { class: "muted", children: percent(data2[kind]) })
        ] }),
        /* @__PURE__ */ a3(Grid, { label: say4(`pushfold.${kind}`), cells, at, onPick: setAt }),
        /* @__PURE__ */ a3("p", { class: "small", "aria-live": "polite", children: [
          /* @__PURE__ */ a3("b", { children: CLASSES[at] }),
          ": ",
          percent(chosen.share),
          " · ",
          say4("pushfold.against", { ev: fixed(chosen.ev, 3), fold: fixed(fold, 3) })
        ] })
      ] });
    };
    return /* @__PURE__ */ a3("div", { class: "screen holdem", children: [
      /* @__PURE__ */ a3("div", { class: "head", children: /* @__PURE__ */ a3("div", { children: [
        /* @__PURE__ */ a3("h1", { tabIndex: -1, children: say4("pushfold.title") }),
        /* @__PURE__ */ a3("p", { class: "lead", children: say4("pushfold.lead") })
      ] }) }),
      /* @__PURE__ */ a3("section", { class: "panel", children: [
        /* @__PURE__ */ a3("div", { class: "form", children: [
          /* @__PURE__ */ a3("label", { class: "slide", children: [
            /* @__PURE__ */ a3("span", { children: say4("pushfold.stack") }),
            /* @__PURE__ */ a3("input", { type: "range", min: 1, max: 50, step: 0.5, value: stack, onInput: (event) => setStack(Number(event.currentTarget.value)) }),
            /* @__PURE__ */ a3("output", { children: [
              stack,
              " bb"
            ] })
          ] }),
          /* @__PURE__ */ a3("label", { children: [
            /* @__PURE__ */ a3("span", { children: say4("pushfold.ante") }),
            /* @__PURE__ */ a3("input", { type: "text", inputMode: "decimal", value: ante, "aria-invalid": !isNumber, onInput: (event) => setAnte(event.currentTarget.value) })
          ] })
        ] }),
        /* @__PURE__ */ a3(Trouble, { error }),
        !data2 && isLoading && /* @__PURE__ */ a3("p", { class: "muted", role: "status", children: say4("loading") }),
        data2 && /* @__PURE__ */ a3("div", { class: "segments", role: "group", "aria-label": say4("grid.view"), children: VIEWS.map((name) => /* @__PURE__ */ a3("button", { type: "button", "aria-pressed": view === name, "data-key": view === name ? void 0 : "v", onClick: () => setView(name), children: say4(`pushfold.view.${name}`) }, name)) }),
        data2 && /* @__PURE__ */ a3("dl", { class: "facts", children: [
          /* @__PURE__ */ a3(Fact, { label: say4("pushfold.value"), isMain: !0, children: fixed(data2.value, 4) }),
          /* @__PURE__ */ a3(Fact, { label: say4("pushfold.gap"), children: [
            small(data2.exploitability),
            " bb"
          ] })
        ] })
      ] }),
      /* @__PURE__ */ a3("div", { class: "duo", children: [
        grid("push"),
        grid("call")
      ] }),
      data2 && /* @__PURE__ */ a3(Quiz, { found: data2 }, `${data2.stack} ${data2.ante}`),
      /* @__PURE__ */ a3("section", { class: "panel", children: /* @__PURE__ */ a3(Code, { label: "Python", text: `import tianji as tj

chart = tj.holdem.push_fold(${stack}, ${Number(ante) || 0})
print(chart.value, chart.push.means, chart.call.means)
` }) })
    ] });
  }

  // src/parts/Asking.tsx
  var STOPS = ["until", "iterations", "seconds"];
  function faultOfStops(form) {
    for (let key of [...STOPS, "seed", "threads"]) {
      let text = (form[key] ?? "").trim().replace(key === "until" ? /%$/ : "", ""), isWhole = key !== "until" && key !== "seconds";
      if (text !== "" && (!Number.isFinite(Number(text)) || isWhole && !Number.isInteger(Number(text)))) return key;
    }
    return null;
  }
  function stopsOf(form) {
    let found = {};
    for (let key of [...STOPS, "seed", "threads"]) {
      let text = (form[key] ?? "").trim();
      text !== "" && (found[key] = Number(text));
    }
    return found;
  }
  function stopsOfPot(form) {
    let text = (form.until ?? "").trim().replace(/%$/, ""), { until: _3, ...rest } = stopsOf({ ...form, until: "" });
    return text === "" ? rest : { ...rest, until: `${text}%` };
  }
  function Stops({ form, onInput, ofPot = !1, idle = {}, more = ["threads"] }) {
    let say4 = useWords(), fault = faultOfStops(form), field = (key) => /* @__PURE__ */ a3("label", { children: [
      /* @__PURE__ */ a3("span", { children: say4(key === "until" && ofPot ? "solve.until.pot" : `solve.${key}`) }),
      /* @__PURE__ */ a3("input", { type: "text", inputMode: "decimal", value: form[key] ?? "", disabled: idle[key], "aria-invalid": fault === key, placeholder: key === "threads" ? say4("solve.threads.usual") : key === "seed" ? "0" : "", onInput: (event) => onInput(key, event.currentTarget.value) }),
      fault === key && /* @__PURE__ */ a3("small", { class: "bad", children: say4(key === "until" || key === "seconds" ? "solve.number" : "solve.whole") })
    ] }, key);
    return /* @__PURE__ */ a3("section", { class: "panel", "aria-labelledby": "stops", children: [
      /* @__PURE__ */ a3("h2", { id: "stops", children: say4("solve.stops") }),
      /* @__PURE__ */ a3("p", { class: "muted small", children: say4("solve.stops.help") }),
      /* @__PURE__ */ a3("div", { class: "form", children: STOPS.map(field) }),
      /* @__PURE__ */ a3("details", { children: [
        /* @__PURE__ */ a3("summary", { children: say4(more.includes("seed") ? "solve.more" : "solve.threads") }),
        /* @__PURE__ */ a3("div", { class: "form", children: more.map(field) })
      ] })
    ] });
  }
  function usePlan(path, body) {
    let [state, set] = d2({ plan: null, error: null });
    return A2(() => {
      if (body === null) return;
      let control = new AbortController();
      return ask(path, { method: "POST", body, signal: control.signal }).then((plan) => set({ plan, error: null })).catch((error) => !control.signal.aborted && set({ plan: null, error })), () => control.abort();
    }, [path, JSON.stringify(body)]), state;
  }
  function useStart(path, open) {
    let [isBusy, setBusy] = d2(!1), [refused2, setRefused] = d2(null);
    return { isBusy, refused: refused2, start: (event, body) => {
      event.preventDefault(), body !== null && (setBusy(!0), setRefused(null), ask(path, { method: "POST", body }).then((run) => go(`${open}/${run.id}`)).catch((problem) => (setRefused(problem), setBusy(!1))));
    } };
  }

  // src/parts/EditRun.tsx
  function EditRun({ run, onRefused }) {
    let say4 = useWords(), [isOpen, setOpen] = d2(!1), [form, setForm] = d2({ name: run.name, tags: run.tags.join(", "), note: run.note }), set = (key) => (event) => setForm({ ...form, [key]: event.currentTarget.value }), save = (event) => {
      event.preventDefault(), setOpen(!1);
      let tags = [...new Set(form.tags.split(/[,，]/).map((tag) => tag.trim()).filter(Boolean))];
      ask(`/runs/${run.id}`, { method: "PATCH", body: { name: form.name.trim(), tags, note: form.note } }).then(() => onRefused(null), onRefused);
    };
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("button", { type: "button", class: "button quiet", "aria-label": say4("run.edit"), title: say4("run.edit"), onClick: () => setOpen(!0), children: /* @__PURE__ */ a3(Icon, { name: "pen" }) }),
      isOpen && /* @__PURE__ */ a3(Dialog, { title: say4("run.edit"), onClose: () => setOpen(!1), children: /* @__PURE__ */ a3("form", { class: "stack tight", onSubmit: save, children: [
        ["name", "tags"].map((key) => /* @__PURE__ */ a3("label", { class: "wide", children: [
          /* @__PURE__ */ a3("span", { children: say4(`run.edit.${key}`) }),
          /* @__PURE__ */ a3("input", { type: "text", value: form[key], maxLength: key === "name" ? 120 : 400, onInput: set(key) })
        ] }, key)),
        /* @__PURE__ */ a3("label", { class: "wide", children: [
          /* @__PURE__ */ a3("span", { children: say4("run.edit.note") }),
          /* @__PURE__ */ a3("textarea", { rows: 4, maxLength: 4e3, value: form.note, onInput: set("note") })
        ] }),
        /* @__PURE__ */ a3("button", { type: "submit", class: "button main", children: say4("run.edit.keep") })
      ] }) })
    ] });
  }

  // src/parts/RunRow.tsx
  function gapOf(run) {
    return run.result?.exploitability ?? run.progress?.gap ?? run.last?.exploitability ?? null;
  }
  function measure(run, say4) {
    let pot = run.body.spot?.pot, done = run.result?.iterations ?? run.progress?.done ?? run.last?.iterations ?? null;
    if (run.kind === "report") return { figure: count(done), of: say4("run.flops") };
    if (run.kind === "review") return { figure: count(done), of: say4("run.decisions") };
    let gap = gapOf(run);
    return run.kind === "holdem" && pot && gap !== null ? { figure: `${small(100 * gap / pot)} %`, of: say4("exploitability.pot") } : { figure: small(gap), of: say4("exploitability") };
  }
  var ENDLESS_S = 1e7 * 60;
  function left(run) {
    let { eta_s: eta, eta_range_s: range } = run.progress ?? { eta_s: null, eta_range_s: null };
    if (eta !== null) return duration(eta);
    if (!range) return null;
    let [least, most] = [duration(range[0]), duration(range[1])];
    return Number(range[1]) < ENDLESS_S ? `${least} – ${most}` : least.startsWith(">") ? least : `> ${least}`;
  }

  // src/parts/RunFrame.tsx
  function useRun(id) {
    let empty = { run: null, points: [], rows: [], error: null }, [state, set] = d2(empty);
    return A2(() => {
      set(empty);
      let points = /* @__PURE__ */ new Map(), rows = /* @__PURE__ */ new Map(), run = null, isDrawing = !1, isOver = !1, end = () => {
      }, draw = () => {
        isDrawing || (isDrawing = !0, setTimeout(() => {
          isDrawing = !1, isOver || set({ run, points: [...points.values()].sort((a4, b) => a4.iterations - b.iterations), rows: [...rows.values()], error: null });
        }, 30));
      }, put2 = (changes) => {
        run && (run = { ...run, ...changes }), draw();
      }, begin = () => {
        isOver || (end = listen((after) => `/events?run=${id}&after=${after}`, {
          "run.summary": (data2) => {
            run = data2, draw();
          },
          "run.state": (data2) => {
            !run || data2.seq <= run.seq || put2({ state: data2.state ?? run.state, why: data2.why ?? "", problem: data2.problem ?? null, result: data2.result ?? null, changed: data2.at, ...data2.state === "running" ? {} : { progress: null } });
          },
          "run.point": (data2) => {
            points.set(data2.iterations, data2), draw();
          },
          "run.row": (data2) => {
            rows.set(data2.board, data2), draw();
          },
          "run.progress": (data2) => put2({ progress: data2 }),
          "runs.gone": () => go("/runs")
        }));
      }, endNames = runs.watch(() => {
        let listed = runs.value?.find((each) => each.id === id), shown = run;
        listed && shown && (listed.name !== shown.name || listed.note !== shown.note || listed.tags.join() !== shown.tags.join()) && put2({ name: listed.name, note: listed.note, tags: listed.tags });
      });
      return ask(`/runs/${id}`).then(begin, (error) => !isOver && set({ ...empty, error })), () => {
        isOver = !0, endNames(), end();
      };
    }, [id]), state;
  }
  var ANSWERS = { solve: "result.safetensors", holdem: "result.tianji", report: "report.csv", review: "result.json" };
  function answerOf(run) {
    return run.result !== null && (run.result.iterations > 0 || run.result.stopped === "exact") ? ANSWERS[run.kind] ?? "result.json" : null;
  }
  function Source({ run }) {
    let say4 = useWords(), file = answerOf(run);
    return /* @__PURE__ */ a3($, { children: (file !== null || run.result?.version) && /* @__PURE__ */ a3(Fact, { label: say4(file !== null ? "proof.file" : "proof.version"), children: [
      file !== null && /* @__PURE__ */ a3("a", { href: `/api/v1/runs/${run.id}/files/${file}`, download: !0, "data-fact": "file", children: file }),
      " ",
      run.result?.version && /* @__PURE__ */ a3("small", { class: "muted", title: say4("proof.version"), "data-fact": "version", children: run.result.version })
    ] }) });
  }
  function RunControls({ run, again, children, onRefused }) {
    let say4 = useWords(), [isAsking, setAsking] = d2(!1), change = (what) => {
      onRefused(null), ask(`/runs/${run.id}/${what}`, { method: "POST" }).catch(onRefused);
    }, remove = () => {
      setAsking(!1), ask(`/runs/${run.id}`, { method: "DELETE" }).then(() => go("/runs"), onRefused);
    }, isGoing = run.state === "running" || run.state === "queued", file = answerOf(run);
    return /* @__PURE__ */ a3("div", { class: "actions", children: [
      isGoing && ["pause", "stop"].map((what) => /* @__PURE__ */ a3("button", { type: "button", class: "button", onClick: () => change(what), children: [
        /* @__PURE__ */ a3(Icon, { name: what }),
        say4(what === "pause" ? "run.pause" : "run.stop")
      ] }, what)),
      !isGoing && run.state !== "done" && /* @__PURE__ */ a3("button", { type: "button", class: "button main", onClick: () => change("resume"), children: [
        /* @__PURE__ */ a3(Icon, { name: "play" }),
        say4("run.resume")
      ] }),
      children,
      /* @__PURE__ */ a3("a", { class: "button", href: again, children: [
        /* @__PURE__ */ a3(Icon, { name: "again" }),
        say4("run.clone")
      ] }),
      file !== null && /* @__PURE__ */ a3("a", { class: "button quiet", href: `/api/v1/runs/${run.id}/files/${file}`, download: !0, "aria-label": say4("files.take", { name: file }), title: say4("files.take", { name: file }), children: /* @__PURE__ */ a3(Icon, { name: "down" }) }),
      /* @__PURE__ */ a3(EditRun, { run, onRefused }, `${run.name} ${run.tags.join()} ${run.note}`),
      run.state !== "running" && /* @__PURE__ */ a3("button", { type: "button", class: "button quiet", "aria-label": say4("run.delete"), title: say4("run.delete"), onClick: () => setAsking(!0), children: /* @__PURE__ */ a3(Icon, { name: "trash" }) }),
      isAsking && /* @__PURE__ */ a3(Dialog, { title: say4("run.delete"), onClose: () => setAsking(!1), children: [
        /* @__PURE__ */ a3("p", { children: say4("run.delete.sure") }),
        /* @__PURE__ */ a3("div", { class: "actions", children: [
          /* @__PURE__ */ a3("button", { type: "button", class: "button danger", onClick: remove, children: say4("run.delete") }),
          /* @__PURE__ */ a3("button", { type: "button", class: "button", onClick: () => setAsking(!1), children: say4("cancel") })
        ] })
      ] })
    ] });
  }
  function RunFrame({ run, title, lead, again, controls, children, kind = "" }) {
    let say4 = useWords(), [refused2, setRefused] = d2(null), time = run.state === "running" ? left(run) : null, said = [say4("run.said", { state: say4(`state.${run.state}`), ...measure(run, say4) }), time === null ? "" : say4("run.left", { time })].filter(Boolean).join(", ");
    return /* @__PURE__ */ a3("div", { class: `screen ${kind}`, children: [
      /* @__PURE__ */ a3("div", { class: "head", children: [
        /* @__PURE__ */ a3("div", { children: [
          /* @__PURE__ */ a3("p", { class: "crumb", children: /* @__PURE__ */ a3("a", { href: "/runs", children: say4("nav.runs") }) }),
          /* @__PURE__ */ a3("h1", { tabIndex: -1, children: [
            title,
            " ",
            /* @__PURE__ */ a3(Badge, { state: run.state })
          ] }),
          /* @__PURE__ */ a3("p", { class: "lead", children: lead })
        ] }),
        /* @__PURE__ */ a3(RunControls, { run, again, onRefused: setRefused, children: controls })
      ] }),
      /* @__PURE__ */ a3(Said, { state: run.state, text: said }),
      /* @__PURE__ */ a3(Trouble, { error: refused2 }),
      /* @__PURE__ */ a3(Trouble, { error: run.problem }),
      children
    ] });
  }
  function NoRun({ error }) {
    let say4 = useWords();
    return /* @__PURE__ */ a3("div", { class: "screen", "aria-busy": !error, children: [
      /* @__PURE__ */ a3("h1", { tabIndex: -1, children: say4(error ? "run.missing" : "loading") }),
      /* @__PURE__ */ a3(Trouble, { error }),
      error && /* @__PURE__ */ a3("p", { children: /* @__PURE__ */ a3("a", { href: "/runs", children: say4("nav.runs") }) })
    ] });
  }

  // src/holdem/Patterns.tsx
  var RANKS2 = "23456789TJQKA", GROUPS = ["suits", "pairs", "connected", "high"], [EV, EQUITY, REALISED] = [3, 5, 7];
  function withRealised(columns, rows, pot) {
    let share = (ev, equity) => equity > 0 ? 1e4 * ev / (pot * equity) : NaN, put2 = (row, more) => [...row.slice(0, REALISED), ...more, ...row.slice(REALISED)];
    return {
      columns: columns.length ? put2(columns, ["realised oop %", "realised ip %"]) : [],
      rows: rows.map((row) => put2(row, [0, 1].map((p3) => share(Number(row[EV + p3]), Number(row[EQUITY + p3])))))
    };
  }
  function mean(of, k2) {
    if (k2 >= REALISED && k2 < REALISED + 2) {
      let [ev, equity] = [mean(of, k2 - REALISED + EV), mean(of, k2 - REALISED + EQUITY)], row = of.find((each) => Number.isFinite(Number(each[k2])) && Number(each[k2]) !== 0), pot = row ? 1e4 * Number(row[k2 - REALISED + EV]) / (Number(row[k2]) * Number(row[k2 - REALISED + EQUITY])) : NaN;
      return 1e4 * ev / (pot * equity);
    }
    let weight = of.reduce((sum, row) => sum + Number(row[1]), 0);
    return of.reduce((sum, row) => sum + Number(row[1]) * Number(row[k2]), 0) / weight;
  }
  function columnOf(name, say4) {
    let [, what = "", seat] = /^(ev|equity|realised) (oop|ip)( %)?$/.exec(name) ?? [];
    if (seat) return say4(`report.${what}`, { seat: say4(`seat.${seat}`) });
    let fixed2 = { board: "report.board", weight: "report.weight", "exploitability %": "report.exploitability" };
    return fixed2[name] ? say4(fixed2[name]) : saidAction(name);
  }
  function kindOf(board, by) {
    let cards = board.match(/../g) ?? [], ranks = cards.map((card) => RANKS2.indexOf(card[0] ?? "")).sort((a4, b) => b - a4);
    if (by === "suits") return ["", "mono", "two", "rainbow"][new Set(cards.map((card) => card[1])).size] ?? "rainbow";
    if (by === "pairs") return ["", "trips", "paired", "unpaired"][new Set(ranks).size] ?? "unpaired";
    if (by === "high") return RANKS2[ranks[0] ?? 0] ?? "";
    let wheel = ranks.map((rank) => rank === 12 ? -1 : rank).sort((a4, b) => b - a4), spread = Math.min(...[ranks, wheel].map((row) => (row[0] ?? 0) - (row[row.length - 1] ?? 0)));
    return new Set(ranks).size < 3 ? "paired" : spread <= 4 ? "straight" : "apart";
  }
  var ORDER = {
    suits: ["rainbow", "two", "mono"],
    pairs: ["unpaired", "paired", "trips"],
    connected: ["straight", "apart", "paired"],
    high: [...RANKS2].reverse()
  };
  function Patterns({ columns, rows, only, onOnly }) {
    let say4 = useWords2(), [by, setBy] = d2("suits"), groups = ORDER[by].map((kind) => ({ kind, rows: rows.filter((row) => kindOf(String(row[0]), by) === kind) })).filter((group) => group.rows.length), nameOf = (kind) => by === "high" ? kind : say4(`kind.${kind}`);
    return /* @__PURE__ */ a3("section", { class: "panel", "aria-labelledby": "patterns", children: [
      /* @__PURE__ */ a3("div", { class: "tools", children: [
        /* @__PURE__ */ a3("h2", { id: "patterns", children: say4("patterns.title") }),
        /* @__PURE__ */ a3("div", { class: "segments wrap", role: "group", "aria-label": say4("patterns.by"), children: GROUPS.map((name) => /* @__PURE__ */ a3("button", { type: "button", "aria-pressed": by === name, onClick: () => setBy(name), children: say4(`patterns.${name}`) }, name)) })
      ] }),
      /* @__PURE__ */ a3("div", { class: "stack", children: [
        /* @__PURE__ */ a3("div", { class: "scroll", tabIndex: 0, role: "group", "aria-label": say4("patterns.title"), children: /* @__PURE__ */ a3("table", { class: "data report groups", children: [
          /* @__PURE__ */ a3("thead", { children: /* @__PURE__ */ a3("tr", { children: [
            /* @__PURE__ */ a3("th", { children: say4(`patterns.${by}`) }),
            /* @__PURE__ */ a3("th", { class: "number", children: say4("report.count") }),
            columns.slice(2).map((name) => /* @__PURE__ */ a3("th", { class: "number", children: columnOf(name, say4) }, name))
          ] }) }),
          /* @__PURE__ */ a3("tbody", { children: groups.map((group) => /* @__PURE__ */ a3("tr", { children: [
            /* @__PURE__ */ a3("th", { scope: "row", children: /* @__PURE__ */ a3("button", { type: "button", class: "plain", "aria-pressed": only?.by === by && only.kind === group.kind, title: say4("patterns.only", { kind: nameOf(group.kind) }), onClick: () => onOnly(only?.by === by && only.kind === group.kind ? null : { by, kind: group.kind }), children: nameOf(group.kind) }) }),
            /* @__PURE__ */ a3("td", { class: "number", children: count(group.rows.length) }),
            columns.slice(2).map((name, k2) => /* @__PURE__ */ a3("td", { class: "number", "data-fact": `${group.kind} ${name}`, children: fixed(mean(group.rows, k2 + 2), 2) }, name))
          ] }, group.kind)) })
        ] }) }),
        /* @__PURE__ */ a3(Scatter, { columns, groups: groups.map((group) => ({ name: nameOf(group.kind), rows: group.rows })) })
      ] })
    ] });
  }
  var [WIDTH, HEIGHT, LEFT, BELOW] = [360, 240, 48, 40], MARKS = ["M-4 -4h8v8h-8Z", "M0 -5L5 4H-5Z", "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0", "M0 -5L5 0L0 5L-5 0Z"];
  function ticksOf(low, high) {
    let raw = (high - low) / 4 || 1, size = 10 ** Math.floor(Math.log10(raw)), step = ([1, 2, 5, 10].find((factor) => factor * size >= raw) ?? 10) * size, first = Math.ceil(low / step);
    return Array.from({ length: Math.max(0, Math.floor(high / step + 1e-9) - first + 1) }, (_3, k2) => (first + k2) * step);
  }
  function Scatter({ columns, groups }) {
    let say4 = useWords2(), names = columns.slice(2), [across, setAcross] = d2(Math.min(1, names.length - 1)), [up, setUp] = d2(Math.min(2, names.length - 1)), all = groups.flatMap((group) => group.rows), ends = (k2) => {
      let values = all.map((row) => Number(row[k2 + 2])), [low, high] = [Math.min(...values), Math.max(...values)], room = (high - low || 1) * 0.06;
      return [low - room, high + room];
    }, [xs, ys] = [ends(across), ends(up)], x2 = (value) => LEFT + (value - xs[0]) / (xs[1] - xs[0]) * (WIDTH - LEFT - 12), y3 = (value) => HEIGHT - BELOW - (value - ys[0]) / (ys[1] - ys[0]) * (HEIGHT - BELOW - 10), choose = (value, set, label2) => /* @__PURE__ */ a3("label", { class: "inline", children: [
      /* @__PURE__ */ a3("span", { class: "small muted", children: label2 }),
      /* @__PURE__ */ a3("select", { class: "button", value: String(value), onChange: (event) => set(Number(event.currentTarget.value)), children: names.map((name, k2) => /* @__PURE__ */ a3("option", { value: String(k2), children: columnOf(name, say4) }, name)) })
    ] });
    return /* @__PURE__ */ a3("div", { class: "stack tight", children: [
      /* @__PURE__ */ a3("div", { class: "tools", children: [
        choose(across, setAcross, say4("patterns.across")),
        choose(up, setUp, say4("patterns.up"))
      ] }),
      /* @__PURE__ */ a3("svg", { class: "scatter", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": say4("patterns.picture", { n: all.length, x: columnOf(names[across] ?? "", say4), y: columnOf(names[up] ?? "", say4) }), children: [
        ticksOf(...ys).map((value) => /* @__PURE__ */ a3("g", { children: [
          /* @__PURE__ */ a3("path", { class: "gridline", d: `M${LEFT} ${y3(value)}H${WIDTH - 12}` }),
          /* @__PURE__ */ a3("text", { class: "tick", x: LEFT - 5, y: y3(value) + 4, "text-anchor": "end", children: Number(value.toPrecision(6)) })
        ] }, `y${value}`)),
        ticksOf(...xs).map((value) => /* @__PURE__ */ a3("text", { class: "tick", x: x2(value), y: HEIGHT - BELOW + 15, "text-anchor": "middle", children: Number(value.toPrecision(6)) }, `x${value}`)),
        /* @__PURE__ */ a3("text", { class: "tick", x: (LEFT + WIDTH) / 2, y: HEIGHT - 6, "text-anchor": "middle", children: columnOf(names[across] ?? "", say4) }),
        /* @__PURE__ */ a3("text", { class: "tick", transform: `translate(11 ${(HEIGHT - BELOW) / 2}) rotate(-90)`, "text-anchor": "middle", children: columnOf(names[up] ?? "", say4) }),
        groups.map(
          (group, g3) => group.rows.map((row) => /* @__PURE__ */ a3("path", { class: `mark m${g3 % 4}`, d: MARKS[g3 % 4], transform: `translate(${x2(Number(row[across + 2])).toFixed(1)} ${y3(Number(row[up + 2])).toFixed(1)})`, children: /* @__PURE__ */ a3("title", { children: `${row[0]}: ${row[across + 2]}, ${row[up + 2]}` }) }, String(row[0])))
        )
      ] }),
      /* @__PURE__ */ a3("ul", { class: "key", children: groups.map((group, g3) => /* @__PURE__ */ a3("li", { children: [
        /* @__PURE__ */ a3("svg", { class: "scatter", width: "14", height: "14", viewBox: "-7 -7 14 14", "aria-hidden": "true", children: /* @__PURE__ */ a3("path", { class: `mark m${g3 % 4}`, d: MARKS[g3 % 4] }) }),
        group.name
      ] }, group.name)) })
    ] });
  }

  // src/parts/Drop.tsx
  var MOST = 64 * 1024, PART = 48 * 1024;
  var dropped = new Store(null), onItsWay = new Store(null), refused = new Store(null);

  // src/holdem/Import.tsx
  function Import({ onRange, onSpot, isOpened = !1, name }) {
    let say4 = useWords2(), [isOpen, setOpen] = d2(isOpened);
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("button", { type: "button", class: "button", onClick: () => setOpen(!0), children: name ?? say4("import.title") }),
      isOpen && /* @__PURE__ */ a3(Sheet, { onRange, onSpot, onClose: () => setOpen(!1) })
    ] });
  }
  function Sheet({ onRange, onSpot, onClose }) {
    let say4 = useWords2(), [text, setText] = d2(() => dropped.value?.kind === "import" ? dropped.value.text : ""), [found, setFound] = d2(null), [isKept, setKept] = d2(!1), [error, setError] = d2(null), read2 = (asked) => {
      setError(null), setKept(!1), ask("/holdem/imports", { method: "POST", body: { text: asked } }).then(setFound, (refused2) => (setFound(null), setError(refused2)));
    };
    A2(() => {
      text && (dropped.set(null), read2(text));
    }, []);
    let keepAll = async () => {
      for (let range of found?.ranges ?? []) {
        let [folder, ...rest] = range.name.split("/"), plain = (name) => name.replace(/[^\w .+-]+/g, " ").trim().replace(/^[ .]+/, "").slice(0, 60) || "range", place3 = rest.length ? { folder: plain(folder ?? ""), name: plain(rest.join(" ")) } : { folder: "", name: plain(range.name) };
        await ask("/ranges", { method: "PUT", body: { ...place3, text: range.text } });
      }
      setKept(!0);
    }, seats = ["oop", "ip"];
    return /* @__PURE__ */ a3(Dialog, { title: say4("import.title"), onClose, isWide: !0, children: /* @__PURE__ */ a3("div", { class: "stack tight", children: [
      /* @__PURE__ */ a3("p", { class: "muted small", children: say4("import.help") }),
      /* @__PURE__ */ a3("label", { class: "wide", children: [
        /* @__PURE__ */ a3("span", { children: say4("import.text") }),
        /* @__PURE__ */ a3("textarea", { rows: 6, spellcheck: !1, value: text, onInput: (event) => setText(event.currentTarget.value) })
      ] }),
      /* @__PURE__ */ a3("div", { class: "tools", children: [
        /* @__PURE__ */ a3("button", { type: "button", class: "button main", disabled: !text.trim(), onClick: () => read2(text), children: say4("import.read") }),
        /* @__PURE__ */ a3("label", { class: "inline", children: [
          /* @__PURE__ */ a3("span", { class: "small muted", children: say4("import.file") }),
          /* @__PURE__ */ a3("input", { type: "file", onChange: (event) => {
            event.currentTarget.files?.[0]?.text().then((given) => (setText(given), read2(given)));
          } })
        ] })
      ] }),
      /* @__PURE__ */ a3(Trouble, { error }),
      found && found.ranges.length > 0 && /* @__PURE__ */ a3("section", { "aria-label": say4("import.ranges"), children: [
        /* @__PURE__ */ a3("h3", { children: say4("import.ranges") }),
        /* @__PURE__ */ a3("ul", { class: "found", children: found.ranges.map((range, k2) => /* @__PURE__ */ a3("li", { children: [
          /* @__PURE__ */ a3("span", { children: range.name || say4("import.nameless") }),
          /* @__PURE__ */ a3("small", { class: "muted", children: say4("import.combos", { n: Number(range.combos.toFixed(1)) }) }),
          /* @__PURE__ */ a3("span", { class: "end chips", children: onSpot && onRange ? seats.map((seat) => /* @__PURE__ */ a3("button", { type: "button", class: "button", onClick: () => onRange(range.text, seat), children: say4(`seat.${seat}`) }, seat)) : onRange && /* @__PURE__ */ a3("button", { type: "button", class: "button", onClick: () => (onRange(range.text), onClose()), children: say4("import.take") }) })
        ] }, k2)) }),
        found.ranges.some((range) => range.name) && /* @__PURE__ */ a3("button", { type: "button", class: "button", disabled: isKept, onClick: () => {
          keepAll().catch(setError);
        }, children: isKept ? say4("import.kept") : say4("import.keep", { n: found.ranges.length }) })
      ] }),
      found && onSpot && found.spots.length > 0 && /* @__PURE__ */ a3("section", { "aria-label": say4("import.spots"), children: [
        /* @__PURE__ */ a3("h3", { children: say4("import.spots") }),
        /* @__PURE__ */ a3("ul", { class: "found", children: found.spots.map((each, k2) => /* @__PURE__ */ a3("li", { children: [
          /* @__PURE__ */ a3("span", { children: each.name || each.spot.board || say4("import.nameless") }),
          /* @__PURE__ */ a3("span", { class: "end", children: /* @__PURE__ */ a3("button", { type: "button", class: "button", onClick: () => (onSpot(each.spot), onClose()), children: say4("import.take") }) })
        ] }, k2)) })
      ] })
    ] }) });
  }

  // src/holdem/Shelf.tsx
  function Shelf({ text, onTake }) {
    let say4 = useWords2(), [turn, setTurn] = d2(0), [isOpen, setOpen] = d2(!1);
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("button", { type: "button", class: "button", onClick: () => setOpen(!0), children: say4("shelf.title") }),
      isOpen && /* @__PURE__ */ a3(Dialog, { title: say4("shelf.title"), onClose: () => setOpen(!1), children: /* @__PURE__ */ a3(Shelves, { text, onTake: (taken) => (onTake(taken), setOpen(!1)), onChange: () => setTurn(turn + 1) }, turn) })
    ] });
  }
  function Shelves({ text, onTake, onChange }) {
    let say4 = useWords2(), kept4 = useAsk("/ranges"), [place3, setPlace] = d2(""), [error, setError] = d2(null), items = kept4.data?.items ?? [], folders = [...new Set(items.map((item) => item.folder))], [folder, name] = place3.includes("/") ? [place3.slice(0, place3.indexOf("/")).trim(), place3.slice(place3.indexOf("/") + 1).trim()] : ["", place3.trim()], change = (method, body) => {
      ask("/ranges", { method, body }).then(onChange, setError);
    };
    return /* @__PURE__ */ a3("div", { class: "stack tight shelf", children: [
      /* @__PURE__ */ a3(Trouble, { error: kept4.error ?? error }),
      kept4.data && !items.length && /* @__PURE__ */ a3("p", { class: "muted", children: say4("shelf.none") }),
      folders.map((each) => /* @__PURE__ */ a3("div", { children: [
        each && /* @__PURE__ */ a3("h3", { children: each }),
        /* @__PURE__ */ a3("ul", { class: "found", children: items.filter((item) => item.folder === each).map((item) => /* @__PURE__ */ a3("li", { children: [
          /* @__PURE__ */ a3("button", { type: "button", class: "link", onClick: () => onTake(item.text), children: item.name }),
          /* @__PURE__ */ a3("span", { class: "end", children: /* @__PURE__ */ a3("button", { type: "button", class: "plain", "aria-label": `${say4("shelf.forget")}: ${item.name}`, onClick: () => change("DELETE", { folder: item.folder, name: item.name }), children: say4("shelf.forget") }) })
        ] }, item.name)) })
      ] }, each)),
      /* @__PURE__ */ a3(
        "form",
        {
          class: "tools",
          onSubmit: (event) => {
            event.preventDefault(), name && text.trim() && change("PUT", { folder, name, text });
          },
          children: [
            /* @__PURE__ */ a3("label", { class: "wide", children: [
              /* @__PURE__ */ a3("span", { children: say4("shelf.name") }),
              /* @__PURE__ */ a3("input", { type: "text", spellcheck: !1, value: place3, placeholder: "BTN/open 2.5", onInput: (event) => setPlace(event.currentTarget.value) })
            ] }),
            /* @__PURE__ */ a3("button", { type: "submit", class: "button main", disabled: !name || !text.trim(), children: say4("shelf.keep") })
          ]
        }
      ),
      /* @__PURE__ */ a3("p", { class: "muted small", children: say4("shelf.help") })
    ] });
  }

  // src/holdem/RangeEditor.tsx
  var BRUSHES = {
    pairs: (name) => name.length === 2,
    suited: (name) => name.endsWith("s"),
    broadway: (name) => /^[AKQJT]{2}/.test(name)
  }, SHARES = [5, 10, 20, 30, 50];
  function RangeEditor({ label: label2, text, board, onChange }) {
    let say4 = useWords2(), [weights, setWeights] = d2(() => new Float32Array(1326)), [draft, setDraft] = d2(text), [error, setError] = d2(""), [brush, setBrush] = d2(100), [at, setAt] = d2(0), paints = T2(1), sent = T2(""), past = T2([]), timer = T2(0), tell = (asked) => {
      sent.current = asked, onChange(asked);
    }, read2 = (asked, isTyped) => {
      if (clearTimeout(timer.current), tell(asked), !asked.trim()) {
        setWeights(new Float32Array(1326)), setError("");
        return;
      }
      ask("/holdem/ranges", { method: "POST", body: { text: asked } }).then(
        (found) => {
          sent.current === asked && (setError(""), setWeights(floats(found.weights)), !isTyped && (setDraft(found.text), onChange(found.text)));
        },
        (problem) => sent.current === asked && setError(problem.message)
      );
    };
    A2(() => {
      text !== sent.current && text !== draft ? (setDraft(text), read2(text, !0)) : text && !sent.current && read2(text, !0);
    }, [text]), A2(() => () => clearTimeout(timer.current), []);
    let later = (asked, isTyped) => {
      clearTimeout(timer.current), tell(asked), timer.current = window.setTimeout(() => read2(asked, isTyped), 200);
    }, put2 = (next) => {
      setWeights(next);
      let asked = rangeText(next);
      setDraft(asked), later(asked, !1);
    }, remember = () => {
      past.current = [...past.current.slice(-49), rangeText(weights)];
    }, mean2 = (cell) => {
      let hands2 = HANDS_OF[cell] ?? [];
      return hands2.reduce((sum, hand) => sum + (weights[hand] ?? 0), 0) / hands2.length;
    }, paint = (cell, isFirst) => {
      isFirst && (remember(), paints.current = Math.abs(mean2(cell) - brush / 100) < 5e-3 ? 0 : brush / 100);
      let next = weights.slice();
      for (let hand of HANDS_OF[cell] ?? []) next[hand] = paints.current;
      put2(next);
    }, sweep = (fits2) => {
      remember();
      let next = weights.slice();
      CLASSES.forEach((name, cell) => {
        if (fits2(name)) for (let hand of HANDS_OF[cell] ?? []) next[hand] = brush / 100;
      }), put2(next);
    }, undo = () => {
      let before = past.current.pop();
      before !== void 0 && (setDraft(before), read2(before, !1));
    }, combos = weights.reduce((sum, weight) => sum + weight, 0), cells = CLASSES.map((_3, cell) => {
      let share = mean2(cell);
      return { height: share, parts: [{ colour: "range", share: 1 }], about: percent(share) };
    }), hands = HANDS_OF[at] ?? [], dealt = readBoard(board ?? "") ?? [], blocked = (hand) => HANDS[hand]?.find((card) => dealt.includes(card));
    return /* @__PURE__ */ a3("div", { class: "stack tight range", children: [
      /* @__PURE__ */ a3("label", { class: "wide", children: [
        /* @__PURE__ */ a3("span", { children: label2 }),
        /* @__PURE__ */ a3(
          "textarea",
          {
            rows: 2,
            spellcheck: !1,
            value: draft,
            "aria-invalid": error !== "",
            onInput: (event) => {
              setDraft(event.currentTarget.value), later(event.currentTarget.value, !0);
            }
          }
        )
      ] }),
      error && /* @__PURE__ */ a3("p", { class: "bad small", role: "alert", lang: "en", children: error }),
      /* @__PURE__ */ a3("p", { class: "count", children: [
        /* @__PURE__ */ a3("b", { children: say4("range.combos", { n: Number(combos.toFixed(1)) }) }),
        " · ",
        percent(combos / 1326)
      ] }),
      /* @__PURE__ */ a3(Grid, { label: label2, cells, at, onPick: setAt, onPaint: paint, onDigit: (digit) => setBrush(digit === 0 ? 100 : 10 * digit) }),
      /* @__PURE__ */ a3("div", { class: "brushes", children: [
        /* @__PURE__ */ a3("label", { children: [
          /* @__PURE__ */ a3("span", { children: say4("range.weight") }),
          /* @__PURE__ */ a3("input", { type: "range", min: 5, max: 100, step: 5, value: brush, onInput: (event) => setBrush(Number(event.currentTarget.value)) }),
          /* @__PURE__ */ a3("output", { children: [
            brush,
            " %"
          ] })
        ] }),
        /* @__PURE__ */ a3("div", { class: "segments wrap", role: "group", "aria-label": say4("range.presets"), children: [
          SHARES.map((share) => /* @__PURE__ */ a3(
            "button",
            {
              type: "button",
              onClick: () => {
                remember(), setDraft(`${share}%`), read2(`${share}%`, !1);
              },
              children: [
                share,
                " %"
              ]
            },
            share
          )),
          Object.entries(BRUSHES).map(([name, fits2]) => /* @__PURE__ */ a3("button", { type: "button", onClick: () => sweep(fits2), children: say4(`brush.${name}`) }, name)),
          /* @__PURE__ */ a3("button", { type: "button", onClick: () => sweep((name) => Math.floor(CLASSES.indexOf(name) / 13) === Math.floor(at / 13)), children: say4("brush.row", { hand: CLASSES[at] ?? "" }) }),
          /* @__PURE__ */ a3("button", { type: "button", disabled: !past.current.length, onClick: undo, children: say4("range.undo") }),
          /* @__PURE__ */ a3(
            "button",
            {
              type: "button",
              onClick: () => {
                remember(), put2(new Float32Array(1326));
              },
              children: say4("range.none")
            }
          )
        ] })
      ] }),
      /* @__PURE__ */ a3("div", { class: "tools", children: [
        /* @__PURE__ */ a3(
          Shelf,
          {
            text: draft,
            onTake: (taken) => {
              remember(), setDraft(taken), read2(taken, !1);
            }
          }
        ),
        /* @__PURE__ */ a3(
          Import,
          {
            onRange: (taken) => {
              remember(), setDraft(taken), read2(taken, !1);
            }
          }
        )
      ] }),
      /* @__PURE__ */ a3("details", { children: [
        /* @__PURE__ */ a3("summary", { children: say4("range.suits", { hand: CLASSES[at] ?? "" }) }),
        /* @__PURE__ */ a3("div", { class: "suits", children: hands.map((hand) => /* @__PURE__ */ a3(
          "button",
          {
            type: "button",
            class: blocked(hand) === void 0 ? "" : "hatched",
            "aria-pressed": (weights[hand] ?? 0) > 0,
            onClick: () => {
              remember();
              let next = weights.slice();
              next[hand] = (next[hand] ?? 0) > 0 ? 0 : brush / 100, put2(next);
            },
            children: [
              handName(hand),
              /* @__PURE__ */ a3("small", { children: blocked(hand) === void 0 ? percent(weights[hand] ?? 0) : say4("hands.blocked", { card: cardName(blocked(hand) ?? 0) }) })
            ]
          },
          hand
        )) })
      ] })
    ] });
  }

  // src/holdem/Board.tsx
  var RECENT = "tianji.boards", recent = () => (recall(RECENT) ?? "").split(" ").filter((text) => (readBoard(text) ?? []).length >= 3);
  function rememberBoard(text) {
    let cards = readBoard(text);
    if (!cards || cards.length < 3) return;
    let name = cards.map(cardName).join("");
    keep(RECENT, [name, ...recent().filter((each) => each !== name)].slice(0, 6).join(" "));
  }
  function drawBoard(count2, texture) {
    for (; ; ) {
      let deck = Array.from({ length: 52 }, (_3, i3) => i3), board = Array.from({ length: count2 }, () => deck.splice(Math.floor(Math.random() * deck.length), 1)[0] ?? 0).map(cardName).join("");
      if (fits(board, texture)) return board;
    }
  }
  function BoardPicker({ text, onChange }) {
    let say4 = useWords2(), [texture, setTexture] = d2("all"), [before] = d2(recent), read2 = readBoard(text), cards = read2 ?? [], toggle = (card) => {
      let next = cards.includes(card) ? cards.filter((each) => each !== card) : [...cards, card].slice(0, 5);
      onChange(next.map(cardName).join(""));
    }, random = (kind) => onChange(drawBoard(cards.length >= 3 ? cards.length : 3, kind)), pressed = T2(toggle);
    return pressed.current = toggle, A2(() => {
      let rank = "", onKey = (event) => {
        let at = event.target;
        if (/^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName) || at.closest(".grid13") !== null || document.querySelector("dialog[open]") !== null || event.ctrlKey || event.metaKey || event.altKey) return;
        let key = event.key;
        rank && SUITS.includes(key.toLowerCase()) && key.length === 1 ? (event.preventDefault(), event.stopPropagation(), pressed.current(RANKS.indexOf(rank) * 4 + SUITS.indexOf(key.toLowerCase())), rank = "") : rank = key.length === 1 && RANKS.includes(key.toUpperCase()) ? key.toUpperCase() : key === "g" || key.length === 1 ? "" : rank;
      };
      return window.addEventListener("keydown", onKey, !0), () => window.removeEventListener("keydown", onKey, !0);
    }, []), /* @__PURE__ */ a3("div", { class: "stack tight", children: [
      /* @__PURE__ */ a3("div", { class: "boardline", children: [
        /* @__PURE__ */ a3("input", { type: "text", spellcheck: !1, autocomplete: "off", "aria-label": say4("spot.board"), value: text, "aria-invalid": read2 === null, onInput: (event) => onChange(event.currentTarget.value) }),
        /* @__PURE__ */ a3("button", { type: "button", class: "button", onClick: () => random(texture), children: say4("board.random") }),
        /* @__PURE__ */ a3(
          "select",
          {
            class: "button",
            "aria-label": say4("board.texture"),
            value: texture,
            onChange: (event) => {
              let kind = event.currentTarget.value;
              setTexture(kind), random(kind);
            },
            children: TEXTURES.map((name) => /* @__PURE__ */ a3("option", { value: name, children: say4(`texture.${name}`) }, name))
          }
        ),
        /* @__PURE__ */ a3("button", { type: "button", class: "button quiet", onClick: () => onChange(""), children: say4("board.clear") })
      ] }),
      /* @__PURE__ */ a3("div", { class: "deck", role: "group", "aria-label": say4("board.deck"), children: [...SUITS].reverse().map(
        (suit) => [...RANKS].reverse().map((rank) => {
          let card = RANKS.indexOf(rank) * 4 + SUITS.indexOf(suit);
          return /* @__PURE__ */ a3("button", { type: "button", class: `suit-${suit}`, "aria-pressed": cards.includes(card), disabled: cards.length >= 5 && !cards.includes(card), onClick: () => toggle(card), children: [
            rank,
            /* @__PURE__ */ a3("span", { children: SIGNS[suit] })
          ] }, card);
        })
      ) }),
      /* @__PURE__ */ a3("p", { class: "muted small", children: say4("board.type") }),
      before.length > 0 && /* @__PURE__ */ a3("div", { class: "chips", role: "group", "aria-label": say4("board.recent"), children: [
        /* @__PURE__ */ a3("span", { class: "muted small", children: say4("board.recent") }),
        before.map((each) => /* @__PURE__ */ a3("button", { type: "button", class: "plain", onClick: () => onChange(each), children: each }, each))
      ] })
    ] });
  }

  // src/holdem/Sizes.tsx
  var BETS = ["25%", "33%", "50%", "66%", "75%", "100%", "125%", "150%", "200%", "2e", "3e", "allin"], RAISES = ["50%", "60%", "75%", "100%", "2.5x", "3x", "4x", "2e", "allin"], split = (text) => text.split(",").map((size) => size.trim()).filter(Boolean);
  function Sizes({ name, text, kind, onChange }) {
    let say4 = useWords2(), sides = text.split("|").map(split), put2 = (side, sizes) => onChange(sides.map((each, k2) => (k2 === side ? sizes : each).join(",")).join(" | "));
    return /* @__PURE__ */ a3("div", { class: "sizes", role: "group", "aria-label": say4("size.chips", { name }), children: sides.map((sizes, side) => /* @__PURE__ */ a3("span", { children: [
      sides.length > 1 && /* @__PURE__ */ a3("small", { class: "muted", children: say4(side ? "seat.ip" : "seat.oop") }),
      sizes.map((size, k2) => /* @__PURE__ */ a3("button", { type: "button", "data-size": size, "aria-label": say4("size.drop", { size, name }), title: say4("size.drop", { size, name }), onClick: () => put2(side, sizes.filter((_3, at) => at !== k2)), children: [
        size,
        " ",
        /* @__PURE__ */ a3("span", { "aria-hidden": "true", children: "×" })
      ] }, `${size} ${k2}`)),
      /* @__PURE__ */ a3(
        "select",
        {
          "aria-label": say4("size.add", { name }),
          value: "",
          onChange: (event) => {
            put2(side, [...sizes, event.currentTarget.value]), event.currentTarget.value = "";
          },
          children: [
            /* @__PURE__ */ a3("option", { value: "", children: "+" }),
            (kind === "raises" ? RAISES : BETS).filter((size) => !sizes.includes(size)).map((size) => /* @__PURE__ */ a3("option", { children: size }, size))
          ]
        }
      )
    ] }, side)) });
  }

  // src/holdem/Spot.tsx
  var TREES = ["simple", "standard", "rich", "own"], STREETS = ["flop", "turn", "river"], FIELDS = ["board", "pot", "stack", "oop", "ip", "tree", "bets", "raises", "donks", "until", "iterations", "seconds", "threads", "rake", "cap", "max_raises", "storage", "bets_flop", "bets_turn", "bets_river", "raises_flop", "raises_turn", "raises_river", "donks_turn", "donks_river", "add_allin", "force_allin", "merge", "add_lines", "remove_lines"], USUAL = {
    board: "Ks7h2d5c9s",
    pot: "60",
    stack: "180",
    oop: "99-22,AJs-A2s,KTs+,QTs+,JTs,T9s,98s,AQo-ATo,KJo+",
    ip: "22+,A2s+,K8s+,Q9s+,J9s+,T8s+,97s+,ATo+,KTo+,QJo",
    tree: "standard",
    bets: "",
    raises: "",
    donks: "",
    until: "0.3%",
    iterations: "",
    seconds: "",
    threads: "",
    rake: "",
    cap: "",
    max_raises: "",
    storage: "",
    bets_flop: "50%",
    bets_turn: "75%",
    bets_river: "75%",
    raises_flop: "60%",
    raises_turn: "60%",
    raises_river: "60%",
    donks_turn: "",
    donks_river: "",
    add_allin: "",
    force_allin: "",
    merge: "",
    add_lines: "",
    remove_lines: ""
  }, THRESHOLDS = ["add_allin", "force_allin", "merge"], LINES = ["add_lines", "remove_lines"], PRESETS = { one: ["66%", "60%"], two: ["33%,75%", "60%"], geometric: ["3e", "2e"] };
  function sizesOf(text) {
    let [oop = "", ip] = text.split("|").map((part2) => part2.trim());
    return ip === void 0 ? oop : { oop, ip };
  }
  function textOf(sizes) {
    if (typeof sizes == "string") return sizes;
    if (typeof sizes != "object" || sizes === null) return "";
    let { oop = "", ip = "" } = sizes;
    return oop === ip ? oop : `${oop} | ${ip}`;
  }
  function bodyOf(form) {
    let spot = { board: form.board.trim(), pot: Number(form.pot), stack: Number(form.stack), oop: form.oop, ip: form.ip };
    if (form.tree === "own") {
      let table = (kind) => Object.fromEntries(STREETS.map((street) => [street, sizesOf(form[`${kind}_${street}`])]));
      spot.bets = table("bets"), spot.raises = table("raises");
      let donks = Object.fromEntries(["turn", "river"].flatMap((street) => form[`donks_${street}`].trim() ? [[street, form[`donks_${street}`].trim()]] : []));
      Object.keys(donks).length && (spot.donks = donks);
    } else spot.tree = form.tree;
    for (let key of THRESHOLDS) form[key].trim() && (spot[key] = Number(form[key]));
    for (let key of LINES) {
      let lines = form[key].split(";").map((line) => line.trim()).filter(Boolean);
      lines.length && (spot[key] = lines);
    }
    form.max_raises.trim() && (spot.max_raises = Number(form.max_raises)), form.rake.trim() && (spot.rake = [Number(form.rake) / 100, Number(form.cap || "1e9")]);
    let body = { spot, ...stopsOfPot(form) };
    return form.storage && (body.storage = form.storage), body;
  }
  function faultOf(form) {
    let isPositive = (text) => Number(text) > 0 && Number.isFinite(Number(text)), cards = readBoard(form.board);
    return cards === null ? "fault.board" : cards.length < 3 ? "fault.cards" : !isPositive(form.pot) || !isPositive(form.stack) ? "fault.chips" : form.max_raises.trim() && !/^\d+$/.test(form.max_raises.trim()) ? "fault.raises" : [form.rake, form.cap, form.add_allin, form.force_allin, form.merge].some((text) => text.trim() && !Number.isFinite(Number(text))) ? "fault.rake" : !form.oop.trim() || !form.ip.trim() ? "fault.range" : null;
  }
  function queryOf(body) {
    let spot = body.spot, query = new URLSearchParams({ board: spot.board, pot: String(spot.pot), stack: String(spot.stack), oop: spot.oop, ip: spot.ip, tree: spot.tree ?? "own", until: body.until ?? "" });
    for (let key of ["iterations", "seconds", "threads"]) body[key] !== void 0 && query.set(key, String(body[key]));
    for (let kind of ["bets", "raises"]) {
      let sizes = spot[kind];
      if (!(spot.tree !== void 0 || sizes === void 0))
        for (let street of STREETS)
          query.set(`${kind}_${street}`, textOf(typeof sizes == "string" ? sizes : sizes[street]));
    }
    for (let street of ["turn", "river"]) {
      let text = typeof spot.donks == "string" ? spot.donks : textOf(spot.donks?.[street]);
      text && spot.tree === void 0 && query.set(`donks_${street}`, text);
    }
    for (let key of THRESHOLDS) spot[key] !== void 0 && query.set(key, String(spot[key]));
    for (let key of LINES) spot[key]?.length && query.set(key, spot[key]?.join("; ") ?? "");
    return spot.max_raises !== void 0 && query.set("max_raises", String(spot.max_raises)), spot.rake && (query.set("rake", String(100 * spot.rake[0])), query.set("cap", String(spot.rake[1]))), query;
  }
  function asPython(body) {
    let rows = Object.entries(body.spot).filter(([key, value]) => key !== "locks" && value !== void 0 && value !== null).map(([key, value]) => `    ${key}=${key === "rake" ? `(${value.join(", ")})` : JSON.stringify(value)},`), locks = (body.spot.locks ?? []).map((lock) => `spot = spot.locked(${JSON.stringify(lock.line)}, ${JSON.stringify(lock.strategy)})`), stops = ["until", "iterations", "seconds", "threads", "storage"].filter((key) => body[key] !== void 0 && body[key] !== "auto").map((key) => `${key}=${JSON.stringify(body[key])}`);
    return ["import tianji as tj", "", "spot = tj.holdem.Spot(", ...rows, ")", ...locks, ...body.boards === void 0 ? [`solution = spot.solve(${stops.join(", ")})`, "print(solution.exploitability_pct, solution.values)", ""] : [`report = tj.holdem.report(${["spot", JSON.stringify(body.boards), JSON.stringify(body.line ?? ""), ...stops].join(", ")})`, "print(report.to_csv())", ""]].join(`
`);
  }
  function Spot({ query }) {
    let say4 = useWords2();
    useTitle(say4("spot.title"));
    let [form, setForm] = d2(() => Object.fromEntries(FIELDS.map((key) => [key, query.get(key) ?? USUAL[key]]))), [seat, setSeat] = d2("oop"), [isCode, setCode] = d2(!1), late = useLater(form, 300), fault = faultOf(form), isUnclear = fault !== null || faultOfStops(form) !== null, { plan, error } = usePlan("/holdem/plans", faultOf(late) || faultOfStops(late) ? null : bodyOf(late)), { isBusy, refused: refused2, start } = useStart("/holdem/runs", "/holdem");
    A2(() => {
      let address = new URLSearchParams();
      for (let key of FIELDS) late[key] !== USUAL[key] && address.set(key, late[key]);
      let text = String(address);
      (location.pathname === "/holdem/new" || location.pathname === "/holdem") && go(`/holdem/new${text && text.length < 6e3 ? `?${text}` : ""}`, "replace");
    }, [JSON.stringify(late)]);
    let put2 = (changes) => setForm((before) => ({ ...before, ...changes })), set = (key) => (event) => put2({ [key]: event.currentTarget.value }), bring = (spot) => {
      let whole = { board: form.board, pot: Number(form.pot), stack: Number(form.stack), oop: form.oop, ip: form.ip, ...spot }, query2 = queryOf({ spot: whole, until: form.until });
      put2(Object.fromEntries(FIELDS.flatMap((key) => query2.has(key) && query2.get(key) !== "undefined" ? [[key, query2.get(key) ?? ""]] : [])));
    }, fill = (name) => {
      let [bets, raises] = PRESETS[name];
      put2(Object.fromEntries(STREETS.flatMap((street) => [[`bets_${street}`, bets], [`raises_${street}`, raises]])));
    }, take = (changes) => {
      let next = {};
      for (let [key, value] of Object.entries(changes)) FIELDS.includes(key) && (next[key] = String(value));
      put2(next);
    };
    return /* @__PURE__ */ a3("form", { class: "screen holdem", onSubmit: (event) => (isUnclear || rememberBoard(form.board), start(event, isUnclear ? null : { holdem: bodyOf(form) })), noValidate: !0, children: [
      /* @__PURE__ */ a3("div", { class: "head", children: [
        /* @__PURE__ */ a3("div", { children: [
          /* @__PURE__ */ a3("h1", { tabIndex: -1, children: say4("spot.title") }),
          /* @__PURE__ */ a3("p", { class: "lead", children: say4("spot.lead") })
        ] }),
        /* @__PURE__ */ a3("div", { class: "actions", children: [
          /* @__PURE__ */ a3(Import, { name: say4("import.spot"), isOpened: query.get("import") === "1", onSpot: bring, onRange: (text, seat2) => put2({ [seat2 ?? "oop"]: text }) }),
          /* @__PURE__ */ a3("a", { class: "button", href: "/holdem/pushfold", children: say4("pushfold.title") }),
          /* @__PURE__ */ a3("a", { class: "button", href: "/holdem/reports", children: say4("report.title") })
        ] })
      ] }),
      /* @__PURE__ */ a3("div", { class: "split", children: [
        /* @__PURE__ */ a3("section", { class: "panel", "aria-label": say4("spot.ranges"), children: [
          /* @__PURE__ */ a3("div", { class: "segments", role: "group", "aria-label": say4("spot.ranges"), children: ["oop", "ip"].map((name) => /* @__PURE__ */ a3("button", { type: "button", "aria-pressed": seat === name, onClick: () => setSeat(name), children: say4(`seat.${name}.long`) }, name)) }),
          /* @__PURE__ */ a3(RangeEditor, { label: say4(`seat.${seat}.range`), text: form[seat], board: form.board, onChange: (text) => put2({ [seat]: text }) }, seat)
        ] }),
        /* @__PURE__ */ a3("div", { class: "stack", children: [
          /* @__PURE__ */ a3("section", { class: "panel", "aria-labelledby": "board", children: [
            /* @__PURE__ */ a3("h2", { id: "board", children: [
              say4("spot.board"),
              " ",
              readBoard(form.board) && /* @__PURE__ */ a3(Cards, { text: form.board.replace(/[\s,]/g, "") })
            ] }),
            /* @__PURE__ */ a3(BoardPicker, { text: form.board, onChange: (board) => put2({ board }) })
          ] }),
          /* @__PURE__ */ a3("section", { class: "panel", "aria-labelledby": "chips", children: [
            /* @__PURE__ */ a3("h2", { id: "chips", children: say4("spot.chips") }),
            /* @__PURE__ */ a3("div", { class: "form", children: ["pot", "stack", "rake", "cap"].map((key) => /* @__PURE__ */ a3("label", { children: [
              /* @__PURE__ */ a3("span", { children: say4(`spot.${key}`) }),
              /* @__PURE__ */ a3("input", { type: "text", inputMode: "decimal", value: form[key], onInput: set(key) })
            ] }, key)) })
          ] }),
          /* @__PURE__ */ a3("section", { class: "panel", "aria-labelledby": "tree", children: [
            /* @__PURE__ */ a3("h2", { id: "tree", children: say4("spot.tree") }),
            /* @__PURE__ */ a3("div", { class: "segments", role: "group", "aria-label": say4("spot.tree"), children: TREES.map((name) => /* @__PURE__ */ a3("button", { type: "button", "aria-pressed": form.tree === name, onClick: () => put2({ tree: name }), children: say4(`tree.${name}`) }, name)) }),
            form.tree === "own" && /* @__PURE__ */ a3($, { children: [
              /* @__PURE__ */ a3("div", { class: "form three", children: [
                ["bets", "raises"].flatMap(
                  (kind) => STREETS.map((street) => /* @__PURE__ */ a3("div", { children: [
                    /* @__PURE__ */ a3("label", { children: [
                      /* @__PURE__ */ a3("span", { children: say4(`size.${kind}`, { street: say4(`street.${street}`) }) }),
                      /* @__PURE__ */ a3("input", { type: "text", spellcheck: !1, value: form[`${kind}_${street}`], onInput: set(`${kind}_${street}`) })
                    ] }),
                    /* @__PURE__ */ a3(Sizes, { kind, name: say4(`size.${kind}`, { street: say4(`street.${street}`) }), text: form[`${kind}_${street}`], onChange: (text) => put2({ [`${kind}_${street}`]: text }) })
                  ] }, kind + street))
                ),
                ["turn", "river"].map((street) => /* @__PURE__ */ a3("div", { children: [
                  /* @__PURE__ */ a3("label", { children: [
                    /* @__PURE__ */ a3("span", { children: say4("size.donks", { street: say4(`street.${street}`) }) }),
                    /* @__PURE__ */ a3("input", { type: "text", spellcheck: !1, value: form[`donks_${street}`], onInput: set(`donks_${street}`) })
                  ] }),
                  /* @__PURE__ */ a3(Sizes, { kind: "donks", name: say4("size.donks", { street: say4(`street.${street}`) }), text: form[`donks_${street}`], onChange: (text) => put2({ [`donks_${street}`]: text }) })
                ] }, street))
              ] }),
              /* @__PURE__ */ a3("div", { class: "segments", role: "group", "aria-label": say4("size.preset"), children: ["one", "two", "geometric"].map((name) => /* @__PURE__ */ a3("button", { type: "button", onClick: () => fill(name), children: say4(`size.${name}`) }, name)) }),
              /* @__PURE__ */ a3("p", { class: "muted small", children: [
                say4("size.help"),
                " ",
                say4("size.seats")
              ] })
            ] }),
            /* @__PURE__ */ a3("details", { children: [
              /* @__PURE__ */ a3("summary", { children: say4("size.more") }),
              /* @__PURE__ */ a3("div", { class: "form", children: [
                THRESHOLDS.map((key) => /* @__PURE__ */ a3("label", { children: [
                  /* @__PURE__ */ a3("span", { children: say4(`size.${key}`) }),
                  /* @__PURE__ */ a3("input", { type: "text", inputMode: "decimal", value: form[key], placeholder: say4("spot.asTree"), onInput: set(key) })
                ] }, key)),
                LINES.map((key) => /* @__PURE__ */ a3("label", { children: [
                  /* @__PURE__ */ a3("span", { children: say4(`size.${key}`) }),
                  /* @__PURE__ */ a3("input", { type: "text", spellcheck: !1, value: form[key], placeholder: "check, bet 30", onInput: set(key) })
                ] }, key))
              ] })
            ] }),
            /* @__PURE__ */ a3("div", { class: "form", children: [
              /* @__PURE__ */ a3("label", { children: [
                /* @__PURE__ */ a3("span", { children: say4("spot.raises") }),
                /* @__PURE__ */ a3("input", { type: "text", inputMode: "numeric", value: form.max_raises, placeholder: say4("spot.asTree"), onInput: set("max_raises") })
              ] }),
              /* @__PURE__ */ a3("label", { children: [
                /* @__PURE__ */ a3("span", { children: say4("spot.storage") }),
                /* @__PURE__ */ a3("select", { value: form.storage, onChange: set("storage"), children: [
                  /* @__PURE__ */ a3("option", { value: "", children: say4("storage.auto") }),
                  /* @__PURE__ */ a3("option", { value: "int16", children: say4("storage.int16") }),
                  /* @__PURE__ */ a3("option", { value: "float64", children: say4("storage.float64") })
                ] })
              ] })
            ] }),
            plan && plan.menu.length > 0 && /* @__PURE__ */ a3("dl", { class: "menu", children: plan.menu.map((row) => /* @__PURE__ */ a3("div", { children: [
              /* @__PURE__ */ a3("dt", { children: [
                say4(`seat.${row.player}`),
                " ",
                row.line && /* @__PURE__ */ a3("span", { class: "muted", children: saidLine(row.line) })
              ] }),
              /* @__PURE__ */ a3("dd", { children: [
                row.actions.map(saidAction).join(" · "),
                row.turned.length > 0 && /* @__PURE__ */ a3("small", { class: "turned", "data-turned": row.line, children: say4("size.turned", { list: row.turned.map(({ size, action }) => `${size} → ${saidAction(action)}`).join(", ") }) })
              ] })
            ] }, row.line)) })
          ] }),
          /* @__PURE__ */ a3(Stops, { form, ofPot: !0, onInput: (key, text) => put2({ [key]: text }) })
        ] })
      ] }),
      /* @__PURE__ */ a3("section", { class: `panel plan${plan && !plan.fits ? " over" : ""}`, "aria-label": say4("plan.title"), children: [
        /* @__PURE__ */ a3("div", { "aria-live": "polite", children: fault ? /* @__PURE__ */ a3("p", { class: "bad", children: say4(fault) }) : error ? /* @__PURE__ */ a3(Trouble, { error }) : plan ? /* @__PURE__ */ a3("dl", { class: "facts", children: [
          /* @__PURE__ */ a3(Fact, { label: say4("plan.memory"), isMain: !0, children: [
            plan.is_bound ? "≥ " : "",
            bytes(plan.bytes),
            " ",
            /* @__PURE__ */ a3("small", { class: plan.fits ? "good" : "bad", children: say4(plan.fits ? "plan.fits" : "plan.over", { free: bytes(plan.allowed_bytes) }) })
          ] }),
          /* @__PURE__ */ a3(Fact, { label: say4("plan.time", { threads: plan.threads }), isMain: !0, children: duration(plan.seconds) }),
          /* @__PURE__ */ a3(Fact, { label: say4("plan.nodes"), children: count(plan.betting_nodes) }),
          /* @__PURE__ */ a3(Fact, { label: say4("plan.combos"), children: [
            Number(plan.combos[0].toFixed(1)),
            " / ",
            Number(plan.combos[1].toFixed(1))
          ] }),
          /* @__PURE__ */ a3(Fact, { label: say4("plan.file"), children: bytes(plan.file_bytes) })
        ] }) : /* @__PURE__ */ a3("p", { class: "muted", children: say4("plan.counting") }) }),
        plan && !plan.fits && plan.trees.length > 0 && !fault && /* @__PURE__ */ a3("div", { class: "offers", children: [
          /* @__PURE__ */ a3("span", { children: say4("plan.offers") }),
          plan.trees.map((offer2) => /* @__PURE__ */ a3("button", { type: "button", class: "button", lang: "en", onClick: () => take(offer2.changes), children: offer2.text }, offer2.text))
        ] }),
        /* @__PURE__ */ a3(Trouble, { error: refused2 }),
        /* @__PURE__ */ a3("div", { class: "actions", children: [
          /* @__PURE__ */ a3("button", { type: "submit", class: "button main", disabled: isBusy || isUnclear || error !== null || plan !== null && !plan.fits, children: [
            /* @__PURE__ */ a3(Icon, { name: "play" }),
            say4("spot.start")
          ] }),
          /* @__PURE__ */ a3("button", { type: "button", class: "button", "data-key": "y", "aria-pressed": isCode, onClick: () => setCode(!isCode), children: say4("code") })
        ] }),
        isCode && !isUnclear && /* @__PURE__ */ a3(Code, { label: "Python", text: asPython(bodyOf(form)) })
      ] })
    ] });
  }

  // src/holdem/Report.tsx
  function ReportTable({ run, rows }) {
    let say4 = useWords2(), [texture, setTexture] = d2("all"), [sort, setSort] = d2([-1, !1]), [only, setOnly] = d2(null), { columns, rows: all } = withRealised(rows[0]?.columns ?? [], rows.map((row) => row.row), run.body.spot.pot), kindOnly = only && say4(only.by === "high" ? "patterns.high" : `kind.${only.kind}`), total = run.progress?.total ?? run.result?.total ?? null, shown = all.filter((row) => fits(String(row[0]), texture) && (!only || kindOf(String(row[0]), only.by) === only.kind)), sorted = sort[0] < 0 ? shown : [...shown].sort((x2, y3) => (sort[1] ? 1 : -1) * (sort[0] === 0 ? String(x2[0]).localeCompare(String(y3[0])) : Number(x2[sort[0]]) - Number(y3[sort[0]])));
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("section", { class: "proof", "aria-label": say4("proof.label"), children: [
        /* @__PURE__ */ a3("dl", { class: "facts", children: [
          /* @__PURE__ */ a3(Fact, { label: say4("report.done"), isMain: !0, children: /* @__PURE__ */ a3("span", { "data-fact": "boards", children: total === null ? count(rows.length) : `${count(rows.length)} / ${count(total)}` }) }),
          columns.length > 0 && /* @__PURE__ */ a3(Fact, { label: say4("report.gap"), children: [
            fixed(mean(all, 2), 2),
            " %"
          ] }),
          /* @__PURE__ */ a3(Source, { run })
        ] }),
        /* @__PURE__ */ a3("p", { class: "claim", children: say4("report.claim") })
      ] }),
      rows.length ? /* @__PURE__ */ a3("section", { class: "panel", children: [
        /* @__PURE__ */ a3("div", { class: "tools", children: [
          /* @__PURE__ */ a3("div", { class: "segments wrap", role: "group", "aria-label": say4("report.filter"), children: TEXTURES.map((name) => /* @__PURE__ */ a3("button", { type: "button", "aria-pressed": texture === name, onClick: () => setTexture(name), children: say4(`texture.${name}`) }, name)) }),
          only && /* @__PURE__ */ a3("button", { type: "button", class: "button", "data-fact": "only", title: say4("patterns.all"), onClick: () => setOnly(null), children: [
            kindOnly,
            " ",
            only.by === "high" ? only.kind : "",
            " ×"
          ] }),
          /* @__PURE__ */ a3("a", { class: "button", href: `/api/v1/runs/${run.id}/files/report.csv`, download: !0, children: "CSV" })
        ] }),
        /* @__PURE__ */ a3("div", { class: "scroll", tabIndex: 0, role: "group", "aria-label": say4("report.title"), children: /* @__PURE__ */ a3("table", { class: "data report", children: [
          /* @__PURE__ */ a3("thead", { children: /* @__PURE__ */ a3("tr", { children: columns.map((name, k2) => /* @__PURE__ */ a3("th", { scope: "col", class: k2 ? "number" : "", "aria-sort": sort[0] === k2 ? sort[1] ? "ascending" : "descending" : "none", children: /* @__PURE__ */ a3("button", { type: "button", class: "plain", onClick: () => setSort([k2, sort[0] === k2 ? !sort[1] : !1]), children: columnOf(name, say4) }) }, name)) }) }),
          /* @__PURE__ */ a3("tbody", { children: [
            /* @__PURE__ */ a3("tr", { class: "mean", children: [
              /* @__PURE__ */ a3("th", { scope: "row", children: say4("report.mean") }),
              /* @__PURE__ */ a3("td", { class: "number", children: count(shown.reduce((sum, row) => sum + Number(row[1]), 0)) }),
              columns.slice(2).map((name, k2) => /* @__PURE__ */ a3("td", { class: "number", children: shown.length ? fixed(mean(shown, k2 + 2), 2) : "–" }, name))
            ] }),
            shown.length < all.length && /* @__PURE__ */ a3("tr", { class: "mean", children: [
              /* @__PURE__ */ a3("th", { scope: "row", children: say4("report.mean.all") }),
              /* @__PURE__ */ a3("td", { class: "number", children: count(all.reduce((sum, row) => sum + Number(row[1]), 0)) }),
              columns.slice(2).map((name, k2) => /* @__PURE__ */ a3("td", { class: "number", children: fixed(mean(all, k2 + 2), 2) }, name))
            ] }),
            sorted.map((row) => /* @__PURE__ */ a3("tr", { children: [
              /* @__PURE__ */ a3("th", { scope: "row", children: /* @__PURE__ */ a3(Again, { run, board: String(row[0]) }) }),
              row.slice(1).map((value, k2) => /* @__PURE__ */ a3("td", { class: "number", children: k2 === 0 ? count(Number(value)) : fixed(Number(value), 2) }, k2))
            ] }, String(row[0])))
          ] })
        ] }) })
      ] }) : /* @__PURE__ */ a3(Empty, { title: run.state === "failed" ? say4("live.none") : say4("report.wait") }),
      all.length > 1 && /* @__PURE__ */ a3(Patterns, { columns, rows: all.filter((row) => fits(String(row[0]), texture)), only, onOnly: setOnly })
    ] });
  }
  function Again({ run, board }) {
    return /* @__PURE__ */ a3("a", { href: `/holdem/new?${queryOf({ ...run.body, spot: { ...run.body.spot, board } })}`, children: /* @__PURE__ */ a3(Cards, { text: board }) });
  }
  var FIELDS2 = ["boards", "pot", "stack", "oop", "ip", "tree", "line", "until", "iterations", "seconds", "threads"], USUAL2 = { boards: "25", pot: "60", stack: "60", oop: "QQ,AKs,76s", ip: "JJ,AQs", tree: "simple", line: "", until: "1%", iterations: "", seconds: "", threads: "" };
  function queryOfReport(body) {
    let query = queryOf(body);
    return query.set("boards", Array.isArray(body.boards) ? body.boards.join(" ") : String(body.boards)), body.line && query.set("line", body.line), query;
  }
  var bodyOf2 = (form) => ({
    spot: { board: "Ks7h2d", pot: Number(form.pot), stack: Number(form.stack), oop: form.oop, ip: form.ip, tree: form.tree },
    boards: /^\d+$/.test(form.boards.trim()) ? Number(form.boards) : form.boards.split(/[\s,]+/).filter(Boolean),
    line: form.line.trim(),
    ...stopsOfPot(form)
  }), isGood = (form) => Number(form.pot) > 0 && Number(form.stack) > 0 && form.oop.trim() !== "" && form.ip.trim() !== "" && form.boards.trim() !== "" && faultOfStops(form) === null;
  function NewReport({ query }) {
    let say4 = useWords2();
    useTitle(say4("report.title"));
    let [form, setForm] = d2(() => Object.fromEntries(FIELDS2.map((key) => [key, query.get(key) ?? USUAL2[key]]))), [seat, setSeat] = d2("oop"), late = useLater(form, 400), { plan, error } = usePlan("/holdem/reports/plans", isGood(late) ? bodyOf2(late) : null), { isBusy, refused: refused2, start } = useStart("/holdem/reports", "/holdem"), set = (key) => (event) => setForm({ ...form, [key]: event.currentTarget.value });
    return /* @__PURE__ */ a3("form", { class: "screen holdem", onSubmit: (event) => start(event, isGood(form) ? { report: bodyOf2(form) } : null), noValidate: !0, children: [
      /* @__PURE__ */ a3("div", { class: "head", children: /* @__PURE__ */ a3("div", { children: [
        /* @__PURE__ */ a3("h1", { tabIndex: -1, children: say4("report.title") }),
        /* @__PURE__ */ a3("p", { class: "lead", children: say4("report.lead") })
      ] }) }),
      /* @__PURE__ */ a3("div", { class: "split", children: [
        /* @__PURE__ */ a3("section", { class: "panel", "aria-label": say4("spot.ranges"), children: [
          /* @__PURE__ */ a3("div", { class: "segments", role: "group", "aria-label": say4("spot.ranges"), children: ["oop", "ip"].map((name) => /* @__PURE__ */ a3("button", { type: "button", "aria-pressed": seat === name, onClick: () => setSeat(name), children: say4(`seat.${name}.long`) }, name)) }),
          /* @__PURE__ */ a3(RangeEditor, { label: say4(`seat.${seat}.range`), text: form[seat], onChange: (text) => setForm((before) => ({ ...before, [seat]: text })) }, seat)
        ] }),
        /* @__PURE__ */ a3("div", { class: "stack", children: [
          /* @__PURE__ */ a3("section", { class: "panel", children: /* @__PURE__ */ a3("div", { class: "form", children: [
            /* @__PURE__ */ a3("label", { children: [
              /* @__PURE__ */ a3("span", { children: say4("report.boards") }),
              /* @__PURE__ */ a3("input", { type: "text", list: "flops", value: form.boards, onInput: set("boards") }),
              /* @__PURE__ */ a3("datalist", { id: "flops", children: [25, 49, 95, 184, 1755].map((n2) => /* @__PURE__ */ a3("option", { value: n2 }, n2)) })
            ] }),
            ["pot", "stack"].map((key) => /* @__PURE__ */ a3("label", { children: [
              /* @__PURE__ */ a3("span", { children: say4(`spot.${key}`) }),
              /* @__PURE__ */ a3("input", { type: "text", inputMode: "decimal", value: form[key], onInput: set(key) })
            ] }, key)),
            /* @__PURE__ */ a3("label", { children: [
              /* @__PURE__ */ a3("span", { children: say4("spot.tree") }),
              /* @__PURE__ */ a3("select", { value: form.tree, onChange: set("tree"), children: ["simple", "standard", "rich"].map((name) => /* @__PURE__ */ a3("option", { value: name, children: say4(`tree.${name}`) }, name)) })
            ] }),
            /* @__PURE__ */ a3("label", { children: [
              /* @__PURE__ */ a3("span", { children: say4("report.line") }),
              /* @__PURE__ */ a3("input", { type: "text", spellcheck: !1, value: form.line, placeholder: say4("lock.start"), onInput: set("line") })
            ] })
          ] }) }),
          /* @__PURE__ */ a3(Stops, { form, ofPot: !0, onInput: (key, text) => setForm({ ...form, [key]: text }) }),
          /* @__PURE__ */ a3("section", { class: "panel plan", "aria-label": say4("plan.title"), children: [
            /* @__PURE__ */ a3("div", { "aria-live": "polite", children: error ? /* @__PURE__ */ a3(Trouble, { error }) : plan ? /* @__PURE__ */ a3("dl", { class: "facts", children: [
              /* @__PURE__ */ a3(Fact, { label: say4("report.count"), isMain: !0, children: count(Number(plan.boards)) }),
              /* @__PURE__ */ a3(Fact, { label: say4("plan.memory"), children: [
                bytes(plan.bytes),
                " ",
                /* @__PURE__ */ a3("small", { class: plan.fits ? "good" : "bad", children: say4(plan.fits ? "plan.fits" : "plan.over", { free: bytes(plan.allowed_bytes) }) })
              ] }),
              /* @__PURE__ */ a3(Fact, { label: say4("plan.time", { threads: plan.threads }), children: duration(plan.seconds) })
            ] }) : /* @__PURE__ */ a3("p", { class: "muted", children: say4("plan.counting") }) }),
            /* @__PURE__ */ a3(Trouble, { error: refused2 }),
            /* @__PURE__ */ a3("div", { class: "actions", children: /* @__PURE__ */ a3("button", { type: "submit", class: "button main", disabled: isBusy || error !== null || !isGood(form) || plan !== null && !plan.fits, children: [
              /* @__PURE__ */ a3(Icon, { name: "play" }),
              say4("report.start")
            ] }) })
          ] })
        ] })
      ] })
    ] });
  }

  // src/pure/scale.ts
  function logScale(values, from, to) {
    let positive = values.filter((value) => value > 0 && Number.isFinite(value)), low = positive.length ? Math.min(...positive) : 1, high = positive.length ? Math.max(...positive) : 10;
    if (high / low < 10) {
      let middle = Math.sqrt(high * low);
      low = Math.min(low, middle / Math.sqrt(10)), high = Math.max(high, middle * Math.sqrt(10));
    }
    let first = Math.log10(low), last = Math.log10(high), at = (value) => from + (Math.log10(Math.max(value, 1e-300)) - first) / (last - first) * (to - from), decades = Math.floor(last + 1e-9) - Math.ceil(first - 1e-9) + 1, step = Math.max(1, Math.ceil(decades / 8)), ticks = [];
    for (let decade = Math.floor(first); decade <= Math.ceil(last); decade += 1)
      for (let digit = 1; digit <= 9; digit += 1) {
        let value = digit * 10 ** decade;
        value < low * 0.999 || value > high * 1.001 || (digit === 1 ? ticks.push({ value, at: at(value), isMajor: (decade % step + step) % step === 0 }) : decades <= 4 && ticks.push({ value, at: at(value), isMajor: !1 }));
      }
    return { at, ticks, low, high };
  }

  // src/parts/Curve.tsx
  function label(value) {
    let exponent = Math.round(Math.log10(value));
    return exponent >= 0 && exponent <= 3 ? String(10 ** exponent) : power(exponent);
  }
  function Curve({ lines, target, axis }) {
    let say4 = useWords(), box = T2(null), [width, setWidth] = d2(640), [cursor, setCursor] = d2(null);
    A2(() => {
      if (!box.current) return;
      let watcher = new ResizeObserver(([entry]) => entry && setWidth(Math.max(260, entry.contentRect.width)));
      return watcher.observe(box.current), () => watcher.disconnect();
    }, []);
    let height = Math.round(Math.min(420, Math.max(240, width * 0.5))), pad = { left: 52, right: 14, top: 14, bottom: 40 }, drawn = lines.map((line) => ({ ...line, points: line.points.filter((point) => point.exploitability > 0 && point[axis] > 0) })), first = drawn[0]?.points ?? [], all = drawn.flatMap((line) => line.points), x2 = logScale(all.map((point) => point[axis]), pad.left, width - pad.right), y3 = logScale([...all.map((point) => point.exploitability), ...target ? [target * 0.8] : []], height - pad.bottom, pad.top), path = (points) => points.map((point, i3) => `${i3 ? "L" : "M"}${x2.at(point[axis]).toFixed(1)} ${y3.at(point.exploitability).toFixed(1)}`).join(""), start = first[0], guide = (slope) => {
      if (!start) return "";
      let end = Math.min(x2.high, start[axis] * (start.exploitability / y3.low) ** (1 / slope)), value = start.exploitability * (start[axis] / end) ** slope;
      return `M${x2.at(start[axis]).toFixed(1)} ${y3.at(start.exploitability).toFixed(1)}L${x2.at(end).toFixed(1)} ${y3.at(value).toFixed(1)}`;
    }, at = cursor === null ? null : first[Math.min(cursor, first.length - 1)] ?? null, last = first[first.length - 1], onMove = (event) => {
      let place3 = event.clientX - event.currentTarget.getBoundingClientRect().left, best = 0;
      first.forEach((point, i3) => {
        Math.abs(x2.at(point[axis]) - place3) < Math.abs(x2.at(first[best]?.[axis] ?? 1) - place3) && (best = i3);
      }), setCursor(first.length ? best : null);
    }, onKey = (event) => {
      let now = cursor ?? first.length - 1, next = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: first.length - 1 }[event.key];
      next !== void 0 && (event.preventDefault(), setCursor(Math.max(0, Math.min(first.length - 1, next))));
    }, words = last ? say4("curve.label", { n: first.length, iterations: count(last.iterations), gap: small(last.exploitability) }) : say4("curve.none");
    return /* @__PURE__ */ a3("div", { class: "curve", ref: box, children: [
      /* @__PURE__ */ a3(
        "svg",
        {
          width,
          height,
          viewBox: `0 0 ${width} ${height}`,
          role: "img",
          "aria-label": words,
          tabIndex: 0,
          onPointerMove: onMove,
          onPointerLeave: () => setCursor(null),
          onKeyDown: onKey,
          onBlur: () => setCursor(null),
          children: [
            y3.ticks.map((tick) => /* @__PURE__ */ a3("g", { children: [
              /* @__PURE__ */ a3("line", { class: tick.isMajor ? "grid" : "grid minor", x1: pad.left, x2: width - pad.right, y1: tick.at, y2: tick.at }),
              tick.isMajor && /* @__PURE__ */ a3("text", { class: "tick", x: pad.left - 8, y: tick.at + 4, "text-anchor": "end", children: label(tick.value) })
            ] }, `y${tick.value}`)),
            x2.ticks.map((tick) => /* @__PURE__ */ a3("g", { children: [
              /* @__PURE__ */ a3("line", { class: tick.isMajor ? "grid" : "grid minor", x1: tick.at, x2: tick.at, y1: pad.top, y2: height - pad.bottom }),
              tick.isMajor && /* @__PURE__ */ a3("text", { class: "tick", x: tick.at, y: height - pad.bottom + 18, "text-anchor": "middle", children: label(tick.value) })
            ] }, `x${tick.value}`)),
            /* @__PURE__ */ a3("text", { class: "tick name", x: (pad.left + width - pad.right) / 2, y: height - 4, "text-anchor": "middle", children: say4(axis === "iterations" ? "curve.iterations" : "curve.seconds") }),
            start && axis === "iterations" && first.length > 2 && /* @__PURE__ */ a3("g", { children: [
              /* @__PURE__ */ a3("path", { class: "guide", d: guide(0.5) }),
              /* @__PURE__ */ a3("path", { class: "guide", d: guide(1) })
            ] }),
            target !== void 0 && target >= y3.low && target <= y3.high && /* @__PURE__ */ a3("g", { children: [
              /* @__PURE__ */ a3("line", { class: "target", x1: pad.left, x2: width - pad.right, y1: y3.at(target), y2: y3.at(target) }),
              /* @__PURE__ */ a3("text", { class: "tick target", x: pad.left + 6, y: y3.at(target) - 6, children: say4("curve.target", { value: small(target) }) })
            ] }),
            drawn.map((line, i3) => /* @__PURE__ */ a3("path", { class: `series s${i3 % 4}`, d: path(line.points) }, line.name)),
            last && !at && /* @__PURE__ */ a3("circle", { class: "head", cx: x2.at(last[axis]), cy: y3.at(last.exploitability), r: "4" }),
            at && /* @__PURE__ */ a3("g", { children: [
              /* @__PURE__ */ a3("line", { class: "cursor", x1: x2.at(at[axis]), x2: x2.at(at[axis]), y1: pad.top, y2: height - pad.bottom }),
              /* @__PURE__ */ a3("circle", { class: "head", cx: x2.at(at[axis]), cy: y3.at(at.exploitability), r: "5" })
            ] })
          ]
        }
      ),
      /* @__PURE__ */ a3("p", { class: "reading", "aria-live": "polite", children: at ? say4("curve.reading", { iterations: count(at.iterations), seconds: duration(at.seconds), gap: small(at.exploitability) }) : first.length ? say4("curve.guides") : say4("curve.none") })
    ] });
  }
  function CurveTable({ points }) {
    let say4 = useWords();
    return /* @__PURE__ */ a3("div", { class: "scroll", tabIndex: 0, role: "group", "aria-label": say4("curve.table"), children: /* @__PURE__ */ a3("table", { class: "data", children: [
      /* @__PURE__ */ a3("thead", { children: /* @__PURE__ */ a3("tr", { children: [
        /* @__PURE__ */ a3("th", { class: "number", children: say4("curve.iterations") }),
        /* @__PURE__ */ a3("th", { class: "number", children: say4("run.time") }),
        /* @__PURE__ */ a3("th", { class: "number", children: say4("exploitability") })
      ] }) }),
      /* @__PURE__ */ a3("tbody", { children: points.map((point) => /* @__PURE__ */ a3("tr", { children: [
        /* @__PURE__ */ a3("td", { class: "number", children: count(point.iterations) }),
        /* @__PURE__ */ a3("td", { class: "number", children: duration(point.seconds) }),
        /* @__PURE__ */ a3("td", { class: "number", children: small(point.exploitability) })
      ] }, point.iterations)) })
    ] }) });
  }

  // src/parts/Export.tsx
  var SPACE = "http://www.w3.org/2000/svg", LOOKS = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "opacity", "font-size", "font-family", "font-weight", "text-anchor"];
  function offer(name, data2) {
    let link = document.createElement("a");
    link.href = URL.createObjectURL(data2), link.download = name, link.click(), setTimeout(() => URL.revokeObjectURL(link.href), 1e4);
  }
  function csvOf(rows) {
    let field = (value) => /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
    return `${rows.map((row) => row.map(field).join(",")).join(`
`)}
`;
  }
  function put(parent, name, looks, text = "") {
    let made = document.createElementNS(SPACE, name);
    for (let [key, value] of Object.entries(looks)) made.setAttribute(key, String(value));
    made.textContent = text, parent.append(made);
  }
  function pictureOf(shown) {
    let { width, height, left: left2, top } = shown.getBoundingClientRect(), drawing = shown instanceof SVGSVGElement ? shown.cloneNode(!0) : document.createElementNS(SPACE, "svg");
    if (shown instanceof SVGSVGElement) {
      let copies = drawing.querySelectorAll("*");
      shown.querySelectorAll("*").forEach((each, k2) => {
        let now = getComputedStyle(each);
        for (let look of LOOKS) copies[k2]?.setAttribute(look, now.getPropertyValue(look));
      });
    } else {
      for (let box of shown.querySelectorAll("[role=gridcell], .fill > i")) {
        let at = box.getBoundingClientRect(), colour = getComputedStyle(box).backgroundColor;
        at.width > 0 && at.height > 0 && put(drawing, "rect", { x: at.left - left2, y: at.top - top, width: at.width, height: at.height, fill: colour });
      }
      for (let word of shown.querySelectorAll("b, small")) {
        let at = word.getBoundingClientRect(), now = getComputedStyle(word);
        put(drawing, "text", { x: at.left - left2, y: at.bottom - top - at.height * 0.24, fill: now.color, "font-size": now.fontSize, "font-family": now.fontFamily, "font-weight": now.fontWeight }, word.textContent?.trim() ?? "");
      }
    }
    drawing.setAttribute("xmlns", SPACE), drawing.setAttribute("width", String(width)), drawing.setAttribute("height", String(height)), drawing.hasAttribute("viewBox") || drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
    let ground = document.createElementNS(SPACE, "rect");
    for (let [key, value] of Object.entries({ width: "100%", height: "100%", fill: getComputedStyle(shown.closest(".panel") ?? document.body).backgroundColor })) ground.setAttribute(key, value);
    return drawing.prepend(ground), { text: new XMLSerializer().serializeToString(drawing), width, height };
  }
  async function pixelsOf(picture) {
    let image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture.text)}`, await image.decode();
    let canvas = document.createElement("canvas");
    return [canvas.width, canvas.height] = [Math.round(2 * picture.width), Math.round(2 * picture.height)], canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height), new Promise((done, fail) => canvas.toBlob((data2) => data2 ? done(data2) : fail(new Error("the picture is too large")), "image/png"));
  }
  function Export({ name, csv, of }) {
    let say4 = useWords(), [error, setError] = d2(null), take = (kind) => () => {
      if (setError(null), kind === "csv") return offer(`${name}.csv`, new Blob([csvOf(csv?.() ?? [])], { type: "text/csv" }));
      let shown = document.querySelector(of ?? "");
      if (!shown) return;
      let picture = pictureOf(shown);
      kind === "svg" ? offer(`${name}.svg`, new Blob([picture.text], { type: "image/svg+xml" })) : pixelsOf(picture).then((data2) => offer(`${name}.png`, data2), setError);
    };
    return /* @__PURE__ */ a3("div", { class: "segments export", role: "group", "aria-label": say4("export"), children: [
      csv && /* @__PURE__ */ a3("button", { type: "button", onClick: take("csv"), children: "CSV" }),
      of && /* @__PURE__ */ a3($, { children: [
        /* @__PURE__ */ a3("button", { type: "button", onClick: take("svg"), children: "SVG" }),
        /* @__PURE__ */ a3("button", { type: "button", onClick: take("png"), children: "PNG" })
      ] }),
      /* @__PURE__ */ a3(Trouble, { error })
    ] });
  }

  // src/parts/RunTabs.tsx
  function CurveTab({ id, points, target, isRunning, hasKey = !0 }) {
    let say4 = useWords(), [axis, setAxis] = d2("iterations"), [isTable, setTable] = d2(!1);
    return !points.length && !isRunning ? /* @__PURE__ */ a3(Empty, { title: say4("curve.none") }) : /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("div", { class: "tools", children: [
        /* @__PURE__ */ a3("div", { class: "segments", role: "group", "aria-label": say4("curve.axis"), children: ["iterations", "seconds"].map((name) => /* @__PURE__ */ a3("button", { type: "button", "aria-pressed": axis === name, onClick: () => setAxis(name), children: say4(name === "iterations" ? "curve.iterations" : "curve.seconds") }, name)) }),
        /* @__PURE__ */ a3("button", { type: "button", class: "button", "data-key": hasKey ? "t" : void 0, "aria-pressed": isTable, onClick: () => setTable(!isTable), children: say4("curve.astable") }),
        /* @__PURE__ */ a3(Export, { name: `${id}-curve`, csv: () => [["iterations", "seconds", "exploitability"], ...points.map((point) => [point.iterations, point.seconds, point.exploitability])], ...isTable ? {} : { of: ".curve svg" } })
      ] }),
      isTable ? /* @__PURE__ */ a3(CurveTable, { points }) : /* @__PURE__ */ a3(Curve, { lines: [{ name: id, points }], target, axis })
    ] });
  }
  function FilesTab({ id, stamp }) {
    let say4 = useWords(), { data: data2, error } = useAsk(`/runs/${id}/files?seen=${encodeURIComponent(stamp)}`), about = {
      "result.safetensors": "files.strategy",
      "result.tianji": "files.solve",
      "report.csv": "files.report",
      "result.json": "files.json",
      "events.jsonl": "files.events",
      "log.txt": "files.log"
    };
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3(Trouble, { error }),
      /* @__PURE__ */ a3("ul", { class: "rows files", children: data2?.items.map((file) => /* @__PURE__ */ a3("li", { class: "row", children: [
        /* @__PURE__ */ a3("span", { class: "what", children: [
          /* @__PURE__ */ a3("strong", { children: file.name }),
          /* @__PURE__ */ a3("small", { children: say4(about[file.name] ?? "files.json") })
        ] }),
        /* @__PURE__ */ a3("span", { class: "muted", children: bytes(file.bytes) }),
        /* @__PURE__ */ a3("a", { class: "button", href: `/api/v1/runs/${id}/files/${file.name}`, download: !0, "aria-label": say4("files.take", { name: file.name }), children: [
          /* @__PURE__ */ a3(Icon, { name: "down" }),
          say4("files.download")
        ] })
      ] }, file.name)) })
    ] });
  }
  function LogTab({ id, stamp }) {
    let say4 = useWords(), { data: data2, error } = useAsk(`/runs/${id}/log?seen=${encodeURIComponent(stamp)}`);
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3(Trouble, { error }),
      data2 && (data2.text ? /* @__PURE__ */ a3("pre", { class: "log", tabIndex: 0, children: data2.text }) : /* @__PURE__ */ a3(Empty, { title: say4("log.none") }))
    ] });
  }

  // src/parts/Damaged.tsx
  function Damaged({ error, run }) {
    let say4 = useWords(), [refused2, setRefused] = d2(null);
    return error instanceof Refusal && error.code === "FileFormatError" ? /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3(Trouble, { error: refused2 ?? error }),
      /* @__PURE__ */ a3("p", { children: /* @__PURE__ */ a3("button", { type: "button", class: "button main", onClick: () => ask(`/runs/${run}/resume`, { method: "POST" }).catch(setRefused), children: say4("run.restore") }) })
    ] }) : /* @__PURE__ */ a3(Trouble, { error });
  }

  // src/holdem/chips.ts
  function useChips(begin) {
    let [now, chips] = [useStore(unit), useStore(blind)];
    return (value, digits = 2) => value == null || !Number.isFinite(value) ? fixed(value) : now === "pot" ? `${fixed(100 * value / begin, Math.max(0, digits - 1))} %` : now === "bb" ? `${fixed(value / chips, digits)} bb` : fixed(value, digits);
  }

  // src/holdem/ask.ts
  function unpack(raw) {
    let node = { ...raw };
    if (node.kind !== "act") return node;
    let seats = raw.seats, array = (text) => typeof text == "string" ? floats(text) : null;
    for (let seat of ["oop", "ip"]) {
      let side = seats[seat];
      node.seats = {
        ...node.seats,
        [seat]: {
          hands: shorts(String(side.hands)),
          reach: floats(String(side.reach)),
          weight: floats(String(side.weight)),
          made: bytes2(String(side.made)),
          draw: bytes2(String(side.draw)),
          combos: Number(side.combos),
          ev: array(side.ev),
          equity: array(side.equity),
          mean_ev: typeof side.mean_ev == "number" ? side.mean_ev : null,
          mean_equity: typeof side.mean_equity == "number" ? side.mean_equity : null
        }
      };
    }
    return node.strategy = floats(String(raw.strategy)), node.action_evs = array(raw.action_evs), node;
  }
  var kept3 = /* @__PURE__ */ new Map(), MOST2 = 60;
  function keep2(key, node) {
    kept3.delete(key), kept3.set(key, node);
    for (let old of kept3.keys()) {
      if (kept3.size <= MOST2) break;
      kept3.delete(old);
    }
  }
  var knownNode = (run, stamp, line) => kept3.get(`${run} ${stamp} ${line}`);
  function fetchNode(run, stamp, line, tell, fail) {
    let key = `${run} ${stamp} ${line}`, control = new AbortController(), get = (values) => ask(`/solves/${run}/node?${new URLSearchParams({ line, values: String(values) })}`, { signal: control.signal }).then(unpack);
    return get(!1).then((node) => {
      if (!control.signal.aborted) {
        if (tell(node), node.kind !== "act") {
          keep2(key, node);
          return;
        }
        return get(!0).then((whole) => {
          keep2(key, whole), control.signal.aborted || tell(whole);
        });
      }
    }).catch((error) => !control.signal.aborted && fail(error)), () => control.abort();
  }

  // src/holdem/Filter.tsx
  var ALL = { made: "", draw: "", suits: "", action: "", text: "" };
  function readWanted(text) {
    let query = new URLSearchParams(text);
    return Object.fromEntries(Object.keys(ALL).map((key) => [key, query.get(key) ?? ""]));
  }
  var writeWanted = (wanted) => String(new URLSearchParams(Object.entries(wanted).filter(([, value]) => value)));
  function fitting(node, seat, wanted) {
    if (!writeWanted(wanted)) return null;
    let side = node.seats[seat], width = node.actions?.length ?? 0, parts = wanted.text.toLowerCase().split(/[\s,]+/).filter(Boolean);
    return [...side.hands].map((hand, row) => {
      let [high, low] = HANDS[hand] ?? [0, 0], isSuited = (high & 3) === (low & 3);
      if (wanted.made && node.made[side.made[row] ?? 0] !== wanted.made || wanted.draw && node.draws[side.draw[row] ?? 0] !== wanted.draw) return !1;
      if (wanted.suits === "suited" || wanted.suits === "offsuit") {
        if (isSuited !== (wanted.suits === "suited")) return !1;
      } else if (wanted.suits && !handName(hand).includes(wanted.suits)) return !1;
      if (wanted.action && seat === node.player) {
        let shares = Array.from({ length: width }, (_3, a4) => node.strategy[row * width + a4] ?? 0);
        if (shares.indexOf(Math.max(...shares)) !== (node.actions ?? []).indexOf(wanted.action)) return !1;
      }
      let names = [(CLASSES[CLASS_OF[hand] ?? 0] ?? "").toLowerCase(), handName(hand).toLowerCase()];
      return !parts.length || parts.some((part2) => names.some((name) => name.startsWith(part2) || name.includes(part2)));
    });
  }
  function Filter({ node, seat, wanted, rows, onChange }) {
    let say4 = useWords2(), side = node.seats[seat], choose = (key, options) => /* @__PURE__ */ a3("label", { children: [
      /* @__PURE__ */ a3("span", { children: say4(`filter.${key}`) }),
      /* @__PURE__ */ a3("select", { value: wanted[key], onChange: (event) => onChange({ ...wanted, [key]: event.currentTarget.value }), children: [
        /* @__PURE__ */ a3("option", { value: "", children: say4("filter.any") }),
        options.map(([value, name]) => /* @__PURE__ */ a3("option", { value, children: name }, value))
      ] })
    ] }), there = (names, numbers2) => names.filter((_3, k2) => numbers2.includes(k2)).map((name) => [name, say4(`cat.${name}`)]), left2 = rows ? rows.reduce((sum, fits2, row) => sum + (fits2 ? side.reach[row] ?? 0 : 0), 0) : 0;
    return /* @__PURE__ */ a3("details", { open: rows !== null, children: [
      /* @__PURE__ */ a3("summary", { children: say4("filter.title") }),
      /* @__PURE__ */ a3("div", { class: "form filter", children: [
        choose("made", there(node.made, side.made)),
        node.board.length < 10 && choose("draw", there(node.draws, side.draw)),
        choose("suits", [["suited", say4("filter.suited")], ["offsuit", say4("filter.offsuit")], ["s", "♠"], ["h", "♥"], ["d", "♦"], ["c", "♣"]]),
        seat === node.player && choose("action", (node.actions ?? []).map((name) => [name, saidAction(name)])),
        /* @__PURE__ */ a3("label", { children: [
          /* @__PURE__ */ a3("span", { children: say4("filter.text") }),
          /* @__PURE__ */ a3("input", { type: "text", spellcheck: !1, value: wanted.text, onInput: (event) => onChange({ ...wanted, text: event.currentTarget.value }) })
        ] })
      ] }),
      rows && /* @__PURE__ */ a3("p", { class: "small", children: [
        /* @__PURE__ */ a3("span", { "data-fact": "fitting", children: say4("filter.count", { n: Number(left2.toFixed(1)), all: Number(side.combos.toFixed(1)) }) }),
        " ",
        /* @__PURE__ */ a3("button", { type: "button", class: "plain", onClick: () => onChange(ALL), children: say4("filter.clear") })
      ] })
    ] });
  }

  // src/holdem/Graphs.tsx
  var [WIDTH2, HEIGHT2, LEFT2, BELOW2] = [320, 200, 40, 24];
  function curveOf(values, weights) {
    if (!values) return [];
    let rows = [...values].map((value, k2) => [value, weights[k2] ?? 0]).filter(([value, weight]) => Number.isFinite(value) && weight > 0);
    rows.sort((a4, b) => a4[0] - b[0]);
    let total = rows.reduce((sum, [, weight]) => sum + weight, 0), before = 0;
    return rows.flatMap(([value, weight]) => [
      [before / total, value],
      [(before += weight) / total, value]
    ]);
  }
  var median = (curve) => curve.find(([share]) => share >= 0.5)?.[1] ?? NaN;
  function Whole({ node, seat }) {
    let say4 = useWords2(), [at, setAt] = d2(0), side = node.seats[seat], left2 = CLASSES.map(() => 0);
    side.hands.forEach((hand, row) => left2[CLASS_OF[hand] ?? 0] = (left2[CLASS_OF[hand] ?? 0] ?? 0) + (side.reach[row] ?? 0));
    let cells = left2.map((combos, k2) => {
      let all = HANDS_OF[k2]?.length ?? 1;
      return { height: combos / all, parts: [{ colour: "range", share: 1 }], about: say4("cell.combos", { left: Number(combos.toFixed(1)), all }) };
    });
    return /* @__PURE__ */ a3("figure", { children: [
      /* @__PURE__ */ a3("figcaption", { class: "small muted", children: [
        say4(`seat.${seat}`),
        ": ",
        say4("range.combos", { n: Number(side.combos.toFixed(1)) })
      ] }),
      /* @__PURE__ */ a3(Grid, { isSmall: !0, label: say4("grid.label", { seat: say4(`seat.${seat}`) }), cells, at, onPick: setAt })
    ] });
  }
  function Graphs({ node }) {
    let say4 = useWords2(), [what, setWhat] = d2("equity"), seats = ["oop", "ip"], curves = seats.map((seat) => curveOf(node.seats[seat][what], node.seats[seat].weight)), all = curves.flat().map(([, value]) => value);
    if (!all.length) return /* @__PURE__ */ a3("p", { class: "muted", children: say4("loading") });
    let [low, high] = what === "equity" ? [0, 1] : [Math.min(0, ...all), Math.max(...all)], x2 = (share) => LEFT2 + share * (WIDTH2 - LEFT2 - 16), y3 = (value) => HEIGHT2 - BELOW2 - (value - low) / (high - low || 1) * (HEIGHT2 - BELOW2 - 10), show = (value) => what === "equity" ? percent(value) : fixed(value, 1), told = seats.map((seat, k2) => say4("graphs.median", { seat: say4(`seat.${seat}`), value: show(median(curves[k2] ?? [])) })).join(" · ");
    return /* @__PURE__ */ a3("div", { class: "stack tight", children: [
      /* @__PURE__ */ a3("div", { class: "segments", role: "group", "aria-label": say4("graphs.what"), children: ["equity", "ev"].map((each) => /* @__PURE__ */ a3("button", { type: "button", "aria-pressed": what === each, onClick: () => setWhat(each), children: say4(`view.${each}`) }, each)) }),
      /* @__PURE__ */ a3("svg", { class: "ranges", viewBox: `0 0 ${WIDTH2} ${HEIGHT2}`, role: "img", "aria-label": `${say4("graphs.label")}: ${told}`, children: [
        [0, 0.25, 0.5, 0.75, 1].map((share) => /* @__PURE__ */ a3("g", { children: [
          /* @__PURE__ */ a3("path", { class: "gridline", d: `M${LEFT2} ${y3(low + share * (high - low))}H${WIDTH2 - 16}` }),
          /* @__PURE__ */ a3("text", { class: "tick", x: LEFT2 - 5, y: y3(low + share * (high - low)) + 4, "text-anchor": "end", children: what === "equity" ? 100 * share : fixed(low + share * (high - low), 0) }),
          /* @__PURE__ */ a3("text", { class: "tick", x: x2(share), y: HEIGHT2 - 8, "text-anchor": "middle", children: 100 * share })
        ] }, share)),
        curves.map((curve, k2) => /* @__PURE__ */ a3("path", { class: `range-${seats[k2]}`, d: curve.map(([share, value], i3) => `${i3 ? "L" : "M"}${x2(share).toFixed(1)} ${y3(value).toFixed(1)}`).join("") }, k2))
      ] }),
      /* @__PURE__ */ a3("ul", { class: "key", children: seats.map((seat) => /* @__PURE__ */ a3("li", { children: [
        /* @__PURE__ */ a3("svg", { class: "ranges", width: "26", height: "8", "aria-hidden": "true", children: /* @__PURE__ */ a3("path", { class: `range-${seat}`, d: "M0 4H26" }) }),
        say4(`seat.${seat}`)
      ] }, seat)) }),
      /* @__PURE__ */ a3("p", { class: "small muted", children: told }),
      /* @__PURE__ */ a3("h2", { children: say4("graphs.both") }),
      /* @__PURE__ */ a3("div", { class: "stack", children: seats.map((seat) => /* @__PURE__ */ a3(Whole, { node, seat }, seat)) }),
      /* @__PURE__ */ a3("p", { class: "small muted", children: say4("graphs.help") })
    ] });
  }

  // src/holdem/Lock.tsx
  function EditedFigures({ found }) {
    let say4 = useWords2(), [was, is] = found.proofs;
    if (!was || !is) return null;
    let pct = (chips) => `${fixed(100 * chips / found.pot, 2)} %`, signed = (value) => value === null ? "–" : `${value > 0 ? "+" : ""}${fixed(value, 3)}`, rows = [
      [say4("lock.exploitability"), pct(was.exploitability), pct(is.exploitability)],
      ...["oop", "ip"].map((seat, p3) => [`EV ${say4(`seat.${seat}`)}`, fixed(was.values[p3] ?? 0, 3), fixed(is.values[p3] ?? 0, 3)]),
      ...Object.entries(found.frequencies).map(([name, row]) => [saidAction(name), percent(row.a ?? 0), percent(row.b ?? 0)])
    ];
    return /* @__PURE__ */ a3("section", { "aria-label": say4("lock.evaluate"), "data-edited": !0, children: [
      /* @__PURE__ */ a3("table", { class: "data totals", children: [
        /* @__PURE__ */ a3("thead", { children: /* @__PURE__ */ a3("tr", { children: [
          /* @__PURE__ */ a3("th", { scope: "col", children: say4("compare.what") }),
          /* @__PURE__ */ a3("th", { scope: "col", class: "number", children: say4("lock.before") }),
          /* @__PURE__ */ a3("th", { scope: "col", class: "number", children: say4("lock.after") })
        ] }) }),
        /* @__PURE__ */ a3("tbody", { children: rows.map(([name, before, after]) => /* @__PURE__ */ a3("tr", { children: [
          /* @__PURE__ */ a3("th", { scope: "row", children: name }),
          /* @__PURE__ */ a3("td", { class: "number", children: before }),
          /* @__PURE__ */ a3("td", { class: "number", children: after })
        ] }, name)) })
      ] }),
      /* @__PURE__ */ a3("p", { class: "small muted", children: say4("lock.edited", { hands: found.most_different_hands.slice(0, 5).map((row) => `${row.hand} ${signed(row.ev)}`).join(", ") || "–" }) })
    ] });
  }
  function More({ node, run, board, given, onGiven }) {
    let say4 = useWords2(), [action, setAction] = d2(0), [points, setPoints] = d2("10"), [error, setError] = d2(null), all = useStore(runs) ?? [], cards = (text) => [...text.replace(/[\s,]/g, "").match(/../g) ?? []].map((card) => card.toLowerCase()).sort().join(""), others = all.filter((each) => each.kind === "holdem" && each.id !== run && each.result !== null && cards(each.body.spot?.board ?? "") === cards(board)), words = node.words ?? [], ask1 = (of, body, told) => {
      setError(null), ask(`/solves/${of}/strategy`, { method: "POST", body: { line: node.line, ...body } }).then(
        (found) => onGiven({ strategy: found.strategy, told: told(found) }),
        (refused2) => (onGiven(null), setError(refused2))
      );
    }, share = Number(points) / 100;
    return /* @__PURE__ */ a3("div", { class: "stack tight", children: [
      /* @__PURE__ */ a3("div", { class: "form", children: [
        /* @__PURE__ */ a3("label", { children: [
          /* @__PURE__ */ a3("span", { children: say4("lock.action") }),
          /* @__PURE__ */ a3("select", { value: String(action), onChange: (event) => (setAction(Number(event.currentTarget.value)), onGiven(null)), children: (node.actions ?? []).map((name, a4) => /* @__PURE__ */ a3("option", { value: String(a4), children: saidAction(name) }, name)) })
        ] }),
        /* @__PURE__ */ a3("label", { children: [
          /* @__PURE__ */ a3("span", { children: say4("lock.points") }),
          /* @__PURE__ */ a3("input", { type: "number", min: -100, max: 100, value: points, onInput: (event) => (setPoints(event.currentTarget.value), onGiven(null)) })
        ] })
      ] }),
      /* @__PURE__ */ a3("p", { class: "muted small", children: say4("lock.more.help") }),
      /* @__PURE__ */ a3("div", { class: "tools", children: [
        /* @__PURE__ */ a3(
          "button",
          {
            type: "button",
            class: "button",
            disabled: !(Math.abs(share) > 0 && Math.abs(share) <= 1),
            onClick: () => ask1(run, { action: words[action] ?? "", share }, (found) => say4("lock.moved", { action: saidAction(node.actions?.[action] ?? ""), share: percent(found.frequency ?? 0), change: `${found.cost > 0 ? "" : "+"}${fixed(-found.cost, 3)}` })),
            children: say4("lock.work")
          }
        ),
        others.length > 0 && /* @__PURE__ */ a3(
          "select",
          {
            class: "button",
            "aria-label": say4("lock.copy"),
            value: "",
            onChange: (event) => {
              let other = others.find(({ id }) => id === event.currentTarget.value);
              other && ask1(other.id, {}, (found) => say4("lock.copied", { n: Object.keys(found.strategy).length, name: other.name || other.id }));
            },
            children: [
              /* @__PURE__ */ a3("option", { value: "", children: say4("lock.copy") }),
              others.map((each) => /* @__PURE__ */ a3("option", { value: each.id, children: each.name || each.id }, each.id))
            ]
          }
        )
      ] }),
      /* @__PURE__ */ a3(Trouble, { error }),
      given && /* @__PURE__ */ a3("p", { class: "small", role: "status", "data-fact": "given", children: given.told })
    ] });
  }
  function Lock({ node, run, body, painted, onPainted, query, onTurn }) {
    let say4 = useWords2(), actions = node.actions ?? [], words = node.words ?? [], chosen = Math.min(actions.length - 1, Math.max(0, Number(query.get("act") ?? "0") || 0)), [mix, setMix] = d2(() => (node.frequencies ?? []).map((share) => Math.round(100 * share))), [how, setHow] = d2("paint"), isWhole = how === "whole", [given, setGiven] = d2(null), [isBusy, setBusy] = d2(!1), [error, setError] = d2(null), [edited, setEdited] = d2(null);
    A2(() => setEdited(null), [node.line, painted, how, mix, given]), A2(() => setGiven(null), [node.line]);
    let total = mix.reduce((sum, each) => sum + each, 0), paint = colours(actions), strategyOf = () => {
      let strategy;
      if (how === "more") strategy = given?.strategy;
      else if (isWhole) strategy = Object.fromEntries(words.map((word, a4) => [word, (mix[a4] ?? 0) / total]));
      else {
        let groups = /* @__PURE__ */ new Map();
        for (let [cell, shares] of painted) {
          let key = words[shares.indexOf(1)] ?? "";
          groups.set(key, [...groups.get(key) ?? [], CLASSES[cell] ?? ""]);
        }
        strategy = Object.fromEntries([...groups].map(([word, names]) => [names.join(","), { [word]: 1 }]));
      }
      return strategy;
    }, isReady = how === "more" ? given !== null : isWhole ? total > 0 : painted.size > 0, weigh = () => {
      setBusy(!0), setError(null), ask(`/solves/${run}/evaluate`, { method: "POST", body: { edits: [{ line: node.line, strategy: strategyOf() }], line: node.line } }).then((found) => setEdited(found)).catch((problem) => setError(problem)).finally(() => setBusy(!1));
    }, start = () => {
      let strategy = strategyOf(), kept4 = (body.spot.locks ?? []).filter((lock) => lock.line !== node.line), holdem = { ...body, spot: { ...body.spot, locks: [...kept4, { line: node.line, strategy }] } };
      setBusy(!0), setError(null), ask("/holdem/runs", { method: "POST", body: { holdem, parent: run } }).then((next) => go(`/holdem/${next.id}?${new URLSearchParams({ line: node.line })}`)).catch((problem) => (setError(problem), setBusy(!1)));
    };
    return /* @__PURE__ */ a3("div", { class: "stack tight", children: [
      /* @__PURE__ */ a3("p", { class: "muted small", children: say4("lock.lead") }),
      node.of.locks.length > 0 && /* @__PURE__ */ a3("p", { class: "small", children: say4("lock.there", { lines: node.of.locks.map((line) => line || say4("lock.start")).join("; ") }) }),
      /* @__PURE__ */ a3("div", { class: "segments", role: "group", "aria-label": say4("lock.how"), children: ["paint", "whole", "more"].map((name) => /* @__PURE__ */ a3("button", { type: "button", "aria-pressed": how === name, onClick: () => setHow(name), children: say4(`lock.${name}`) }, name)) }),
      how === "more" ? /* @__PURE__ */ a3(More, { node, run, board: body.spot.board, given, onGiven: setGiven }) : isWhole ? /* @__PURE__ */ a3("div", { class: "form", children: actions.map((name, a4) => /* @__PURE__ */ a3("label", { children: [
        /* @__PURE__ */ a3("span", { children: saidAction(name) }),
        /* @__PURE__ */ a3("input", { type: "number", min: 0, max: 100, value: mix[a4] ?? 0, onInput: (event) => setMix(mix.map((each, k2) => k2 === a4 ? Math.max(0, Number(event.currentTarget.value) || 0) : each)) })
      ] }, name)) }) : /* @__PURE__ */ a3($, { children: [
        /* @__PURE__ */ a3("div", { class: "brush", role: "radiogroup", "aria-label": say4("lock.brush"), children: actions.map((name, a4) => /* @__PURE__ */ a3("button", { type: "button", role: "radio", "aria-checked": a4 === chosen, onClick: () => onTurn({ act: String(a4) }), children: [
          /* @__PURE__ */ a3("i", { class: `act-${paint[a4]}`, "aria-hidden": "true" }),
          /* @__PURE__ */ a3("span", { children: saidAction(name) })
        ] }, name)) }),
        /* @__PURE__ */ a3("p", { class: "small", children: [
          painted.size ? say4("lock.count", { n: painted.size }) : say4("lock.none"),
          " ",
          painted.size > 0 && /* @__PURE__ */ a3("button", { type: "button", class: "plain", onClick: () => onPainted(/* @__PURE__ */ new Map()), children: say4("lock.free") })
        ] })
      ] }),
      /* @__PURE__ */ a3(Trouble, { error }),
      /* @__PURE__ */ a3("div", { class: "actions", children: [
        /* @__PURE__ */ a3("button", { type: "button", class: "button main", disabled: isBusy || !isReady, onClick: start, children: [
          /* @__PURE__ */ a3(Icon, { name: "play" }),
          say4("lock.solve")
        ] }),
        /* @__PURE__ */ a3("button", { type: "button", class: "button", disabled: isBusy || !isReady, onClick: weigh, children: say4("lock.evaluate") })
      ] }),
      edited && /* @__PURE__ */ a3(EditedFigures, { found: edited })
    ] });
  }

  // src/holdem/Notes.tsx
  var LONGEST = 4e3;
  function Notes({ run }) {
    let say4 = useWords2(), [text, setText] = d2(null), [error, setError] = d2(null), [isKept, setKept] = d2(!0), late = T2(null);
    A2(() => (ask(`/runs/${run}`).then((found) => setText(found.note), setError), () => {
      late.current && (clearTimeout(late.current.timer), late.current.keep());
    }), [run]);
    let change = (next) => {
      setText(next), setKept(!1);
      let keep3 = () => {
        late.current = null, ask(`/runs/${run}`, { method: "PATCH", body: { note: next } }).then(() => (setKept(!0), setError(null)), setError);
      };
      late.current && clearTimeout(late.current.timer), late.current = { timer: window.setTimeout(keep3, 600), keep: keep3 };
    };
    return /* @__PURE__ */ a3("div", { class: "stack tight", children: [
      /* @__PURE__ */ a3(Trouble, { error }),
      /* @__PURE__ */ a3("label", { class: "wide", children: [
        /* @__PURE__ */ a3("span", { children: say4("notes.label") }),
        /* @__PURE__ */ a3("textarea", { rows: 10, maxLength: LONGEST, disabled: text === null, value: text ?? "", onInput: (event) => change(event.currentTarget.value) })
      ] }),
      /* @__PURE__ */ a3("p", { class: "small muted", role: "status", children: say4(text === null ? "loading" : isKept ? "notes.kept" : "notes.keeping") })
    ] });
  }

  // src/holdem/Browser.tsx
  var VIEWS2 = ["strategy", "both", "ev", "gap", "equity", "realised", "range"], TABS = ["hands", "categories", "graphs", "lock", "notes"], join = (line, word) => line ? `${line}, ${word}` : word;
  function classesOf(node, seat, fits2) {
    let side = node.seats[seat], width = node.actions?.length ?? 0, isActing = node.player === seat, found = CLASSES.map(() => ({ left: 0, rows: [], shares: new Array(isActing ? width : 0).fill(0), evs: new Array(isActing ? width : 0).fill(0), ev: 0, equity: 0 }));
    return side.hands.forEach((hand, row) => {
      let cell = found[CLASS_OF[hand] ?? 0], reach = side.reach[row] ?? 0;
      if (!(!cell || fits2 && !fits2[row])) {
        if (cell.rows.push(row), cell.left += reach, isActing) for (let a4 = 0; a4 < width; a4++) cell.shares[a4] = (cell.shares[a4] ?? 0) + reach * (node.strategy[row * width + a4] ?? 0);
        if (isActing) for (let a4 = 0; a4 < width; a4++) cell.evs[a4] = (cell.evs[a4] ?? 0) + reach * (node.action_evs?.[row * width + a4] ?? 0);
        cell.ev += reach * (Number.isFinite(side.ev?.[row] ?? NaN) ? side.ev?.[row] ?? 0 : 0), cell.equity += reach * (Number.isFinite(side.equity?.[row] ?? NaN) ? side.equity?.[row] ?? 0 : 0);
      }
    }), found.forEach((cell, k2) => {
      cell.left > 0 && (cell.shares = cell.shares.map((share) => share / cell.left), cell.evs = cell.evs.map((value) => value / cell.left), cell.ev /= cell.left, cell.equity /= cell.left), cell.left /= HANDS_OF[k2]?.length ?? 1;
    }), found;
  }
  function Browser({ run, stamp, body, query }) {
    let say4 = useWords2(), line = query.get("line") ?? "", [error, setError] = d2(null), [, draw] = d2(0), shown = T2(null), known = knownNode(run, stamp, line);
    known && (shown.current = known);
    let node = shown.current;
    F2(() => (setError(null), known ? void 0 : fetchNode(run, stamp, line, (found) => {
      shown.current = found, setError(null), draw((times) => times + 1);
    }, setError)), [run, stamp, line]);
    let turn = (changes, how = "replace") => {
      if (place.value.path !== `/holdem/${run}`) return;
      let next = new URLSearchParams(place.value.query);
      for (let [key, value] of Object.entries(changes))
        value ? next.set(key, value) : next.delete(key);
      go(`/holdem/${run}?${next}`, how);
    }, walk = (to) => turn({ line: to, seat: "" }, "push");
    return node ? /* @__PURE__ */ a3("div", { class: "stack", children: [
      /* @__PURE__ */ a3(LineBar, { node, up: known ? node.trail.at(-1)?.line : line ? line.split(/, */).slice(0, -1).join(", ") : void 0, onWalk: walk }),
      /* @__PURE__ */ a3(Damaged, { error, run }),
      node.kind === "act" && /* @__PURE__ */ a3(Decision, { node, run, body, query, onTurn: turn, onWalk: walk }),
      node.kind === "deal" && /* @__PURE__ */ a3(Deal, { node, run, onWalk: walk }),
      (node.kind === "fold" || node.kind === "showdown") && /* @__PURE__ */ a3("section", { class: "panel", children: /* @__PURE__ */ a3("p", { children: say4(node.kind === "fold" ? "end.fold" : "end.showdown", { pot: fixed(node.pot, 2) }) }) })
    ] }) : error ? /* @__PURE__ */ a3(Damaged, { error, run }) : /* @__PURE__ */ a3("p", { class: "muted", children: say4("loading") });
  }
  function LineBar({ node, up, onWalk }) {
    let say4 = useWords2(), last = node.kind === "act" ? [node] : [], box = T2(null);
    return F2(() => {
      box.current && (box.current.scrollLeft = box.current.scrollWidth);
    }, [node.line]), /* @__PURE__ */ a3("nav", { class: "linebar", ref: box, "aria-label": say4("line.label"), children: /* @__PURE__ */ a3("ol", { children: [
      /* @__PURE__ */ a3("li", { class: "street", children: /* @__PURE__ */ a3(Cards, { text: node.start }) }),
      [...node.trail, ...last].map(
        (step, k2) => step.card ? /* @__PURE__ */ a3("li", { class: "street", children: /* @__PURE__ */ a3("button", { type: "button", "data-street": k2, onClick: () => onWalk(step.line), onKeyDown: (event) => turnCard(event, node, k2, onWalk), "aria-label": say4("line.turn", { card: step.card }), children: /* @__PURE__ */ a3(Card, { name: step.card }) }) }, k2) : /* @__PURE__ */ a3("li", { class: step.chosen === void 0 ? "here" : "", "aria-current": step.chosen === void 0 ? "step" : void 0, children: [
          /* @__PURE__ */ a3("header", { children: [
            /* @__PURE__ */ a3("b", { children: say4(`seat.${step.player ?? "oop"}`) }),
            /* @__PURE__ */ a3("small", { children: say4("line.pot", { pot: fixed(step.pot, 1) }) })
          ] }),
          (step.actions ?? []).map((name, a4) => /* @__PURE__ */ a3(
            "button",
            {
              type: "button",
              "data-key": step.chosen === void 0 && a4 < 9 ? String(a4 + 1) : void 0,
              "aria-pressed": step.chosen === a4,
              onClick: () => onWalk(join(step.line, step.words?.[a4] ?? "")),
              children: [
                /* @__PURE__ */ a3("i", { class: `act-${colours(step.actions ?? [])[a4]}`, "aria-hidden": "true" }),
                /* @__PURE__ */ a3("span", { children: saidAction(name) }),
                /* @__PURE__ */ a3("em", { children: percent(step.frequencies?.[a4] ?? 0) })
              ]
            },
            name
          ))
        ] }, k2)
      ),
      up !== void 0 && /* @__PURE__ */ a3("li", { class: "street", children: /* @__PURE__ */ a3("button", { type: "button", class: "plain", "data-key": "backspace", onClick: () => onWalk(up), children: say4("line.back") }) })
    ] }) });
  }
  function turnCard(event, node, at, onWalk) {
    let by = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[event.key];
    if (!by) return;
    event.preventDefault();
    let cards = [...readBoard(node.start) ?? [], ...node.trail.flatMap((step) => step.card ? readBoard(step.card) ?? [] : [])], now = readBoard(node.trail[at]?.card ?? "")?.[0] ?? 0, [rank, suit] = [now >> 2, now & 3];
    do
      rank = (rank + (by[0] ?? 0) + 13) % 13, suit = (suit + (by[1] ?? 0) + 4) % 4;
    while (cards.includes(rank * 4 + suit) && rank * 4 + suit !== now);
    if (rank * 4 + suit === now) return;
    let words = node.trail.map((step, k2) => k2 === at ? cardName(rank * 4 + suit) : step.card ?? step.words?.[step.chosen ?? 0] ?? "");
    onWalk(words.join(", "));
  }
  function gridRows(node, seat, classes) {
    let actions = seat === node.player ? node.actions ?? [] : [];
    return [["hand", "left", ...actions, ...node.seats[seat].ev ? ["ev", "equity"] : []], ...classes.map((each, k2) => [CLASSES[k2] ?? "", each.left, ...actions.map((_3, a4) => each.shares[a4] ?? 0), ...node.seats[seat].ev ? [each.ev, each.equity] : []])];
  }
  function GridTable({ rows }) {
    let say4 = useWords2(), [head = [], ...body] = rows, names = { hand: say4("grid.hand"), left: say4("col.share"), ev: say4("view.ev"), equity: say4("view.equity") };
    return /* @__PURE__ */ a3("div", { class: "scroll", tabIndex: 0, role: "group", "aria-label": say4("grid.table"), children: /* @__PURE__ */ a3("table", { class: "data", children: [
      /* @__PURE__ */ a3("thead", { children: /* @__PURE__ */ a3("tr", { children: head.map((name, k2) => /* @__PURE__ */ a3("th", { scope: "col", class: k2 ? "number" : "", children: names[String(name)] ?? saidAction(String(name)) }, k2)) }) }),
      /* @__PURE__ */ a3("tbody", { children: body.filter((row) => Number(row[1]) > 0).map((row) => /* @__PURE__ */ a3("tr", { children: row.map((value, k2) => k2 ? /* @__PURE__ */ a3("td", { class: "number", children: head[k2] === "ev" ? fixed(Number(value), 2) : percent(Number(value)) }, k2) : /* @__PURE__ */ a3("th", { scope: "row", children: value }, k2)) }, String(row[0]))) })
    ] }) });
  }
  function Decision({ node, run, body, query, onTurn }) {
    let say4 = useWords2(), wanted = query.get("seat"), seat = wanted === "oop" || wanted === "ip" ? wanted : node.player ?? "oop", isActing = seat === node.player, asked = VIEWS2.find((each) => each === query.get("view")) ?? "strategy", needsTurn = (name) => name === "strategy" || name === "both" || name === "gap", chips = useChips(body.spot.pot), shownOnly = readWanted(query.get("only") ?? ""), only = w2(() => fitting(node, seat, shownOnly), [node, seat, query.get("only")]), view = needsTurn(asked) && !isActing ? "range" : asked, [pair, setPair] = d2([-1, 0]), two = pair.map((a4) => a4 < 0 || a4 >= (node.actions?.length ?? 0) ? (node.actions?.length ?? 1) - 1 : a4), tab = TABS.find((each) => each === query.get("tab")) ?? "hands", hand = Math.max(0, CLASSES.indexOf(query.get("hand") ?? "")), [at, setAt] = d2(hand), [isTable, setTable] = d2(!1), late = T2(0);
    A2(() => () => clearTimeout(late.current), []);
    let [painted, setPainted] = d2(/* @__PURE__ */ new Map());
    A2(() => setPainted(/* @__PURE__ */ new Map()), [node.line]);
    let classes = w2(() => classesOf(node, seat, only), [node, seat, only]), paint = w2(() => colours(node.actions ?? []), [node]), isLocking = tab === "lock" && isActing, cells = w2(() => {
      let valueOf = (each) => view === "gap" ? (each.evs[two[0]] ?? 0) - (each.evs[two[1]] ?? 0) : view === "realised" ? each.equity > 0 ? each.ev / node.pot / each.equity : 0 : view === "ev" ? each.ev : each.equity, values = classes.map(valueOf), shown = values.filter((value, k2) => (classes[k2]?.left ?? 0) > 0 && Number.isFinite(value)), widest = Math.max(...shown.map(Math.abs)), [low, high] = view === "equity" ? [0, 1] : view === "gap" ? [-widest, widest] : [Math.min(...shown), Math.max(...shown)];
      return classes.map((each, k2) => {
        let mix = (isLocking ? painted.get(k2) : void 0) ?? each.shares, told = mix.map((share, a4) => [share, a4]).filter(([share]) => share >= 5e-3).map(([share, a4]) => `${saidAction(node.actions?.[a4] ?? "")} ${percent(share)}`), ev = node.seats[seat].ev ? say4("cell.ev", { ev: chips(each.ev) }) : "", size = HANDS_OF[k2]?.length ?? 1, combos = say4("cell.combos", { left: Number((each.left * size).toFixed(1)), all: size }), about = each.left > 0 ? saidAll([combos, ...told, ev]) : say4("cell.none");
        if (view === "both") return { height: each.left, parts: mix.map((share, a4) => ({ colour: paint[a4] ?? "b1", share })), about, ...each.left > 0 && node.seats[seat].ev ? { corner: chips(each.ev, Math.abs(each.ev) < 10 ? 1 : 0).replace(/ (bb|%)$/, "") } : {} };
        if (view === "strategy") return { height: each.left, parts: mix.map((share, a4) => ({ colour: paint[a4] ?? "b1", share })), about };
        if (view === "range") return { height: each.left, parts: [{ colour: "range", share: 1 }], about };
        let value = values[k2] ?? 0, step = Math.round((value - low) / (high - low || 1) * 8), text = each.left > 0 ? view === "ev" || view === "gap" ? chips(value, Math.abs(value) < 100 ? 1 : 0).replace(/ (bb|%)$/, "") : (100 * value).toFixed(0) : void 0;
        return { height: each.left > 0 ? 1 : 0, parts: [{ colour: `heat${step}`, share: 1 }], about, ...text === void 0 ? {} : { text } };
      });
    }, [classes, view, two.join(), painted, isLocking, node, seat, say4("cell.none"), chips(1)]), pick = (cell) => {
      setAt(cell), clearTimeout(late.current), late.current = window.setTimeout(() => onTurn({ hand: CLASSES[cell] ?? "" }), 150);
    };
    return /* @__PURE__ */ a3("div", { class: "split solve", children: [
      /* @__PURE__ */ a3("section", { class: "panel", "aria-label": say4("grid.label", { seat: say4(`seat.${seat}`) }), children: [
        /* @__PURE__ */ a3("div", { class: "tools", children: [
          /* @__PURE__ */ a3("div", { class: "segments", role: "group", "aria-label": say4("grid.seat"), children: ["oop", "ip"].map((name) => /* @__PURE__ */ a3("button", { type: "button", "aria-pressed": seat === name, "data-key": seat === name ? void 0 : "p", onClick: () => onTurn({ seat: name === node.player ? "" : name }), children: [
            say4(`seat.${name}`),
            name === node.player ? ` · ${say4("grid.acts")}` : ""
          ] }, name)) }),
          /* @__PURE__ */ a3("span", { class: "tools far", children: [
            /* @__PURE__ */ a3("button", { type: "button", class: "button", "data-key": "t", "aria-pressed": isTable, onClick: () => setTable(!isTable), children: say4("grid.table") }),
            /* @__PURE__ */ a3(Export, { name: `${run}-${seat}-${view}`, of: "main .grid13", csv: () => gridRows(node, seat, classes) })
          ] })
        ] }),
        /* @__PURE__ */ a3("div", { class: "segments tight", role: "group", "aria-label": say4("grid.view"), children: VIEWS2.filter((name) => isActing || !needsTurn(name)).map((name, _3, all) => /* @__PURE__ */ a3("button", { type: "button", "aria-pressed": view === name, "data-key": all[(all.indexOf(view) + 1) % all.length] === name ? "v" : void 0, onClick: () => onTurn({ view: name === "strategy" ? "" : name }), children: say4(`view.${name}`) }, name)) }),
        view === "gap" && /* @__PURE__ */ a3("div", { class: "tools", children: [0, 1].map((k2) => /* @__PURE__ */ a3("label", { class: "inline", children: [
          /* @__PURE__ */ a3("span", { class: "small muted", children: say4(k2 ? "gap.less" : "gap.of") }),
          /* @__PURE__ */ a3("select", { class: "button", value: String(two[k2]), onChange: (event) => setPair(k2 ? [two[0], Number(event.currentTarget.value)] : [Number(event.currentTarget.value), two[1]]), children: (node.actions ?? []).map((name, a4) => /* @__PURE__ */ a3("option", { value: String(a4), children: saidAction(name) }, name)) })
        ] }, k2)) }),
        /* @__PURE__ */ a3(Filter, { node, seat, wanted: shownOnly, rows: only, onChange: (next) => onTurn({ only: writeWanted(next) || writeWanted(ALL) }) }),
        isActing && /* @__PURE__ */ a3("ul", { class: "key", children: (node.actions ?? []).map((name, a4) => /* @__PURE__ */ a3("li", { children: [
          /* @__PURE__ */ a3("i", { class: `act-${paint[a4]}`, "aria-hidden": "true" }),
          /* @__PURE__ */ a3("span", { children: saidAction(name) }),
          " ",
          /* @__PURE__ */ a3("b", { children: percent(node.frequencies?.[a4] ?? 0) })
        ] }, name)) }),
        isTable && /* @__PURE__ */ a3(GridTable, { rows: gridRows(node, seat, classes) }),
        /* @__PURE__ */ a3(
          Grid,
          {
            label: say4("grid.label", { seat: say4(`seat.${seat}`) }),
            cells,
            at,
            onPick: pick,
            ...isLocking ? { onPaint: (cell) => setPainted((before) => new Map(before).set(cell, lockBrush(node, query))) } : {}
          }
        ),
        /* @__PURE__ */ a3("p", { class: "muted small", children: say4("grid.help") })
      ] }),
      /* @__PURE__ */ a3("div", { class: "stack", children: [
        /* @__PURE__ */ a3("section", { class: "panel", "aria-label": say4("totals"), children: /* @__PURE__ */ a3("table", { class: "data totals", children: [
          /* @__PURE__ */ a3("thead", { children: /* @__PURE__ */ a3("tr", { children: [
            /* @__PURE__ */ a3("th", { scope: "col", children: say4("totals") }),
            /* @__PURE__ */ a3("th", { scope: "col", class: "number", children: say4("col.combos") }),
            /* @__PURE__ */ a3("th", { scope: "col", class: "number", children: say4("view.ev") }),
            /* @__PURE__ */ a3("th", { scope: "col", class: "number", children: say4("view.equity") }),
            /* @__PURE__ */ a3("th", { scope: "col", class: "number", children: say4("col.realised") })
          ] }) }),
          /* @__PURE__ */ a3("tbody", { children: ["oop", "ip"].map((name) => {
            let each = node.seats[name], realised = each.mean_ev !== null && each.mean_equity ? each.mean_ev / node.pot / each.mean_equity : null;
            return /* @__PURE__ */ a3("tr", { children: [
              /* @__PURE__ */ a3("th", { scope: "row", children: say4(`seat.${name}`) }),
              /* @__PURE__ */ a3("td", { class: "number", children: fixed(each.combos, 1) }),
              /* @__PURE__ */ a3("td", { class: "number", "data-fact": `ev-${name}`, children: each.mean_ev === null ? "…" : chips(each.mean_ev) }),
              /* @__PURE__ */ a3("td", { class: "number", "data-fact": `equity-${name}`, children: each.mean_equity === null ? "…" : `${(100 * each.mean_equity).toFixed(1)} %` }),
              /* @__PURE__ */ a3("td", { class: "number", children: realised === null ? "…" : `${(100 * realised).toFixed(0)} %` })
            ] }, name);
          }) })
        ] }) }),
        /* @__PURE__ */ a3("section", { class: "panel", children: [
          /* @__PURE__ */ a3("div", { class: "segments tight", role: "group", "aria-label": say4("tabs"), children: TABS.map((name) => /* @__PURE__ */ a3("button", { type: "button", "aria-pressed": tab === name, "data-key": name === "lock" ? "l" : void 0, onClick: () => onTurn({ tab: name === "hands" ? "" : name }), children: say4(`tab.${name}`) }, name)) }),
          tab === "hands" && /* @__PURE__ */ a3(Hands, { node, seat, cell: at, rows: classes[at]?.rows ?? [], chips }),
          tab === "categories" && /* @__PURE__ */ a3(Categories, { node, seat }),
          tab === "graphs" && /* @__PURE__ */ a3(Graphs, { node }),
          tab === "notes" && /* @__PURE__ */ a3(Notes, { run }, run),
          tab === "lock" && (isActing ? /* @__PURE__ */ a3(Lock, { node, run, body, painted, onPainted: setPainted, query, onTurn }) : /* @__PURE__ */ a3("p", { class: "muted", children: say4("lock.other", { seat: say4(`seat.${node.player ?? "oop"}`) }) }))
        ] })
      ] })
    ] });
  }
  function lockBrush(node, query) {
    let width = node.actions?.length ?? 0, chosen = Math.min(width - 1, Math.max(0, Number(query.get("act") ?? "0") || 0));
    return Array.from({ length: width }, (_3, a4) => a4 === chosen ? 1 : 0);
  }
  function Hands({ node, seat, cell, rows, chips }) {
    let say4 = useWords2(), side = node.seats[seat], isActing = seat === node.player, width = node.actions?.length ?? 0, paint = colours(node.actions ?? []);
    return rows.length ? /* @__PURE__ */ a3("div", { class: "stack tight", "data-hand": CLASSES[cell], children: [
      /* @__PURE__ */ a3("h2", { children: CLASSES[cell] }),
      /* @__PURE__ */ a3("div", { class: "hands", tabIndex: 0, role: "group", "aria-label": CLASSES[cell], children: rows.map((row) => {
        let hand = side.hands[row] ?? 0, name = handName(hand), shares = isActing ? Array.from({ length: width }, (_3, a4) => node.strategy[row * width + a4] ?? 0) : [], evs = isActing && node.action_evs ? Array.from({ length: width }, (_3, a4) => node.action_evs?.[row * width + a4] ?? NaN) : [], order = evs.map((value, a4) => [value, a4]).sort((x2, y3) => y3[0] - x2[0]), gap = order.length > 1 ? (order[0]?.[0] ?? 0) - (order[1]?.[0] ?? 0) : NaN;
        return /* @__PURE__ */ a3("article", { class: (side.reach[row] ?? 0) > 5e-4 ? "hand" : "hand hatched", children: [
          /* @__PURE__ */ a3("header", { children: [
            /* @__PURE__ */ a3(Cards, { text: name }),
            /* @__PURE__ */ a3("small", { children: (side.reach[row] ?? 0) > 5e-4 ? say4("hands.left", { share: percent(side.reach[row] ?? 0) }) : say4("hands.gone") }),
            /* @__PURE__ */ a3("span", { children: [
              "EV ",
              /* @__PURE__ */ a3("b", { children: side.ev ? chips(side.ev[row]) : "…" }),
              " · ",
              say4("view.equity"),
              " ",
              /* @__PURE__ */ a3("b", { children: side.equity ? `${(100 * (side.equity[row] ?? 0)).toFixed(1)} %` : "…" })
            ] })
          ] }),
          isActing && /* @__PURE__ */ a3($, { children: [
            /* @__PURE__ */ a3("div", { class: "mixbar", "aria-hidden": "true", children: shares.map((share, a4) => share > 5e-4 ? /* @__PURE__ */ a3("span", { class: `act-${paint[a4]}`, style: { flexGrow: share } }, a4) : null) }),
            /* @__PURE__ */ a3("ul", { children: shares.map((share, a4) => /* @__PURE__ */ a3("li", { "data-action": node.actions?.[a4], children: [
              /* @__PURE__ */ a3("i", { class: `act-${paint[a4]}`, "aria-hidden": "true" }),
              /* @__PURE__ */ a3("span", { children: saidAction(node.actions?.[a4] ?? "") }),
              /* @__PURE__ */ a3("b", { children: percent(share) }),
              /* @__PURE__ */ a3("em", { children: evs.length ? chips(evs[a4]) : "…" })
            ] }, a4)) }),
            Number.isFinite(gap) && /* @__PURE__ */ a3("p", { class: "muted small", children: gap <= node.of.exploitability ? say4("why.same", { gap: fixed(gap, 2), error: fixed(node.of.exploitability, 2) }) : say4("why.best", { action: saidAction(node.actions?.[order[0]?.[1] ?? 0] ?? ""), gap: fixed(gap, 2) }) })
          ] })
        ] }, hand);
      }) }),
      /* @__PURE__ */ a3(Absent, { cell, board: node.board, there: rows.map((row) => side.hands[row] ?? -1) })
    ] }) : /* @__PURE__ */ a3("div", { class: "stack tight", children: [
      /* @__PURE__ */ a3("p", { class: "muted", children: say4("hands.none", { hand: CLASSES[cell] ?? "" }) }),
      /* @__PURE__ */ a3(Absent, { cell, board: node.board, there: [] })
    ] });
  }
  function Absent({ cell, board, there }) {
    let say4 = useWords2(), dealt = readBoard(board) ?? [], absent = (HANDS_OF[cell] ?? []).filter((hand) => !there.includes(hand));
    return absent.length ? /* @__PURE__ */ a3("ul", { class: "absent", "aria-label": say4("hands.absent"), children: absent.map((hand) => {
      let card = HANDS[hand]?.find((each) => dealt.includes(each));
      return /* @__PURE__ */ a3("li", { class: "hatched", children: [
        /* @__PURE__ */ a3(Cards, { text: handName(hand) }),
        " ",
        /* @__PURE__ */ a3("small", { children: card === void 0 ? say4("hands.outside") : say4("hands.blocked", { card: cardName(card) }) })
      ] }, hand);
    }) }) : null;
  }
  function Categories({ node, seat }) {
    let say4 = useWords2(), side = node.seats[seat], isActing = seat === node.player, width = node.actions?.length ?? 0, paint = colours(node.actions ?? []), total = side.weight.reduce((sum, each) => sum + each, 0), table = (names, numbers2, title) => {
      let rows = names.map((name) => ({ name, weight: 0, shares: new Array(width).fill(0) }));
      return numbers2.forEach((number2, row) => {
        let found = rows[number2], weight = side.weight[row] ?? 0;
        if (found && (found.weight += weight, isActing))
          for (let a4 = 0; a4 < width; a4++) found.shares[a4] = (found.shares[a4] ?? 0) + weight * (node.strategy[row * width + a4] ?? 0);
      }), /* @__PURE__ */ a3("table", { class: "data cats", children: [
        /* @__PURE__ */ a3("thead", { children: /* @__PURE__ */ a3("tr", { children: [
          /* @__PURE__ */ a3("th", { scope: "col", children: title }),
          /* @__PURE__ */ a3("th", { scope: "col", class: "number", children: say4("col.share") }),
          isActing && /* @__PURE__ */ a3("th", { scope: "col", children: say4("col.plays") })
        ] }) }),
        /* @__PURE__ */ a3("tbody", { children: rows.filter((row) => row.weight > 1e-9 * total).map((row) => /* @__PURE__ */ a3("tr", { children: [
          /* @__PURE__ */ a3("th", { scope: "row", children: say4(`cat.${row.name}`) }),
          /* @__PURE__ */ a3("td", { class: "number", children: percent(row.weight / total) }),
          isActing && /* @__PURE__ */ a3("td", { children: /* @__PURE__ */ a3("div", { class: "mixbar", role: "img", "aria-label": row.shares.map((share, a4) => `${saidAction(node.actions?.[a4] ?? "")} ${percent(share / row.weight)}`).join(", "), children: row.shares.map((share, a4) => share > 0 ? /* @__PURE__ */ a3("span", { class: `act-${paint[a4]}`, style: { flexGrow: share / row.weight } }, a4) : null) }) })
        ] }, row.name)) })
      ] });
    };
    return /* @__PURE__ */ a3("div", { class: "stack tight", children: [
      table(node.made, side.made, say4("cat.made")),
      node.board.length < 10 && table(node.draws, side.draw, say4("cat.draws"))
    ] });
  }
  function Deal({ node, run, onWalk }) {
    let say4 = useWords2(), [found, setFound] = d2(null), [error, setError] = d2(null), [metric, setMetric] = d2("act");
    A2(() => {
      setFound(null), setError(null);
      let control = new AbortController();
      return ask(`/solves/${run}/cards?${new URLSearchParams({ line: node.line })}`, { signal: control.signal }).then(setFound).catch((problem) => !control.signal.aborted && setError(problem)), () => control.abort();
    }, [run, node.line]);
    let dealt = [node.start, ...node.trail.map((step) => step.card ?? "")].join("").toLowerCase(), value = (card) => {
      let row = found?.rows.find((each) => each.card === card);
      return row ? metric === "act" ? 1 - (row.frequencies[0] ?? 0) : metric === "ev0" ? row.ev[0] ?? 0 : metric === "ev1" ? row.ev[1] ?? 0 : row.equity[0] ?? 0 : null;
    }, all = (found?.rows ?? []).map((row) => value(row.card) ?? 0), [low, high] = [Math.min(...all), Math.max(...all)];
    return /* @__PURE__ */ a3("section", { class: "panel", "aria-labelledby": "deal", children: [
      /* @__PURE__ */ a3("h2", { id: "deal", children: say4("deal.title") }),
      /* @__PURE__ */ a3("div", { class: "segments", role: "group", "aria-label": say4("grid.view"), children: ["act", "ev0", "ev1", "eq0"].map((name) => /* @__PURE__ */ a3("button", { type: "button", "aria-pressed": metric === name, onClick: () => setMetric(name), children: say4(`deal.${name}`) }, name)) }),
      error ? /* @__PURE__ */ a3("p", { class: "muted", lang: "en", children: error.message }) : !found && /* @__PURE__ */ a3("p", { class: "muted", children: say4("deal.counting") }),
      /* @__PURE__ */ a3("div", { class: "deck heat", role: "group", "aria-label": say4("deal.title"), children: [...SUITS].reverse().map(
        (suit) => [...RANKS].reverse().map((rank) => {
          let card = cardName(RANKS.indexOf(rank) * 4 + SUITS.indexOf(suit)), isGone2 = dealt.match(/../g)?.includes(card.toLowerCase()) ?? !1, figure = value(card), step = figure === null ? "" : ` act-heat${Math.round((figure - low) / (high - low || 1) * 8)}`, text = figure === null ? "" : metric.startsWith("ev") ? fixed(figure, 1) : (100 * figure).toFixed(0);
          return /* @__PURE__ */ a3("button", { type: "button", class: `suit-${suit}${step}`, disabled: isGone2, onClick: () => onWalk(join(node.line, card)), children: [
            rank,
            SIGNS[suit],
            " ",
            /* @__PURE__ */ a3("small", { children: text })
          ] }, card);
        })
      ) })
    ] });
  }

  // src/holdem/Review.tsx
  function ReviewScreen({ run }) {
    let say4 = useWords2(), [error, setError] = d2(null), [isBusy, setBusy] = d2(!1), found = run.result, make = () => {
      setBusy(!0), ask("/decks", { method: "POST", body: { run: run.id, name: run.name } }).then((deck) => go(`/train/${deck.id}`)).catch((problem) => (setError(problem), setBusy(!1)));
    }, left2 = Object.values(found?.left_out ?? {}).reduce((sum, n2) => sum + n2, 0);
    return /* @__PURE__ */ a3(
      RunFrame,
      {
        kind: "holdem",
        run,
        title: run.name || say4("review.title"),
        lead: say4("review.lead"),
        again: "/train?hands=1",
        controls: found !== null && found.decisions > 0 && /* @__PURE__ */ a3("button", { type: "button", class: "button main", disabled: isBusy, onClick: make, children: [
          /* @__PURE__ */ a3(Icon, { name: "train" }),
          say4("review.deck")
        ] }),
        children: [
          /* @__PURE__ */ a3(Trouble, { error }),
          /* @__PURE__ */ a3("section", { class: "proof", "aria-label": say4("proof.label"), children: [
            /* @__PURE__ */ a3("dl", { class: "facts", children: [
              /* @__PURE__ */ a3(Fact, { label: say4("review.loss"), isMain: !0, children: /* @__PURE__ */ a3("span", { "data-fact": "loss", children: found ? fixed(found.loss_bb, 2) : "–" }) }),
              /* @__PURE__ */ a3(Fact, { label: say4("review.decisions"), children: count(found?.decisions ?? run.progress?.done ?? 0) }),
              /* @__PURE__ */ a3(Fact, { label: say4("review.hands"), children: count(found?.hands ?? run.progress?.total ?? null) }),
              left2 > 0 && /* @__PURE__ */ a3(Fact, { label: say4("review.left"), children: count(left2) }),
              /* @__PURE__ */ a3(Source, { run })
            ] }),
            /* @__PURE__ */ a3("p", { class: "claim", children: [
              say4("review.claim"),
              " ",
              found?.note && /* @__PURE__ */ a3("span", { lang: "en", children: `${found.note.charAt(0).toUpperCase()}${found.note.slice(1)}.` })
            ] }),
            found?.refused.map((text) => /* @__PURE__ */ a3("p", { class: "bad small", lang: "en", children: text }, text))
          ] }),
          found ? found.worst.length ? /* @__PURE__ */ a3("section", { class: "panel", "aria-label": say4("review.worst"), children: [
            /* @__PURE__ */ a3("h2", { children: say4("review.worst") }),
            /* @__PURE__ */ a3("div", { class: "scroll", tabIndex: 0, role: "group", "aria-label": say4("review.worst"), children: /* @__PURE__ */ a3("table", { class: "data", children: [
              /* @__PURE__ */ a3("thead", { children: /* @__PURE__ */ a3("tr", { children: [
                /* @__PURE__ */ a3("th", { children: say4("review.hand") }),
                /* @__PURE__ */ a3("th", { children: say4("review.cards") }),
                /* @__PURE__ */ a3("th", { children: say4("review.played") }),
                /* @__PURE__ */ a3("th", { children: say4("review.best") }),
                /* @__PURE__ */ a3("th", { class: "number", children: say4("review.cost") }),
                /* @__PURE__ */ a3("th", { class: "number", children: say4("review.error") })
              ] }) }),
              /* @__PURE__ */ a3("tbody", { children: found.worst.map((row, k2) => /* @__PURE__ */ a3("tr", { children: [
                /* @__PURE__ */ a3("td", { children: [
                  row.hand,
                  /* @__PURE__ */ a3("br", {}),
                  /* @__PURE__ */ a3("small", { class: "muted", children: [
                    row.player,
                    " · ",
                    /* @__PURE__ */ a3("code", { children: row.line })
                  ] })
                ] }),
                /* @__PURE__ */ a3("td", { children: [
                  /* @__PURE__ */ a3(Cards, { text: row.cards }),
                  " ",
                  /* @__PURE__ */ a3("small", { class: "muted", children: row.board })
                ] }),
                /* @__PURE__ */ a3("td", { children: saidAction(row.action) }),
                /* @__PURE__ */ a3("td", { children: saidAction(row.best) }),
                /* @__PURE__ */ a3("td", { class: "number", children: [
                  /* @__PURE__ */ a3("span", { "data-loss": k2, children: fixed(row.loss_bb, 2) }),
                  " ",
                  /* @__PURE__ */ a3("small", { class: "muted", children: percent(row.loss_pct / 100) })
                ] }),
                /* @__PURE__ */ a3("td", { class: "number", children: percent(row.error / row.pot) })
              ] }, k2)) })
            ] }) })
          ] }) : /* @__PURE__ */ a3(Empty, { title: say4("review.none") }) : /* @__PURE__ */ a3(Empty, { title: run.state === "failed" ? say4("live.none") : say4("review.wait") })
        ]
      }
    );
  }

  // src/holdem/Solved.tsx
  function Solved({ id, query }) {
    let say4 = useWords2(), { run, points, rows, error } = useRun(id), [isCode, setCode] = d2(!1);
    if (useTitle(run ? run.name || run.body.spot?.board || id : say4("spot.nav")), !run) return /* @__PURE__ */ a3(NoRun, { error });
    if (run.kind === "review") return /* @__PURE__ */ a3(ReviewScreen, { run });
    if (!run.body.spot)
      return go(`/runs/${id}`, "replace"), null;
    let spot = run.body.spot, locked = (spot.locks ?? []).map((lock) => lock.line ? saidLine(lock.line) : say4("lock.start")), isReport = run.kind === "report", isThere = run.result !== null && run.state !== "queued";
    return /* @__PURE__ */ a3(
      RunFrame,
      {
        kind: "holdem",
        run,
        title: run.name || (isReport ? say4("report.title") : /* @__PURE__ */ a3(Cards, { text: spot.board.replace(/[\s,]/g, "") })),
        lead: [say4("run.about", { pot: spot.pot, stack: spot.stack, tree: saidTree(spot.tree) }), locked.length ? say4("run.locked", { lines: locked.join("; ") }) : ""].filter(Boolean).join(" · "),
        again: isReport ? `/holdem/reports?${queryOfReport(run.body)}` : `/holdem/new?${queryOf(run.body)}`,
        controls: /* @__PURE__ */ a3($, { children: [
          !isReport && /* @__PURE__ */ a3(Compare2, { id, run, query }),
          /* @__PURE__ */ a3("button", { type: "button", class: "button", "data-key": "y", "aria-pressed": isCode, onClick: () => setCode(!isCode), children: say4("code") })
        ] }),
        children: [
          run.state === "running" && run.progress?.message && /* @__PURE__ */ a3("p", { class: "banner", lang: "en", children: run.progress.message }),
          isCode && /* @__PURE__ */ a3("section", { class: "panel", children: /* @__PURE__ */ a3(Code, { label: "Python", text: asPython(run.body) }) }),
          !isReport && /* @__PURE__ */ a3(ProofStrip, { run }),
          /* @__PURE__ */ a3(Behind, { run, points }),
          isReport ? /* @__PURE__ */ a3(ReportTable, { run, rows }) : isThere ? /* @__PURE__ */ a3(Browser, { run: id, stamp: run.changed, body: run.body, query }) : run.state === "queued" ? /* @__PURE__ */ a3(Empty, { title: say4("run.queued") }) : /* @__PURE__ */ a3("div", { class: "split", children: [
            /* @__PURE__ */ a3("section", { class: "panel", "aria-labelledby": "live", children: [
              /* @__PURE__ */ a3("h2", { id: "live", children: say4("live.title") }),
              run.progress?.grid ? /* @__PURE__ */ a3(Live, { grid: run.progress.grid }) : /* @__PURE__ */ a3("p", { class: "muted", children: run.state === "running" ? say4("live.wait") : say4("live.none") })
            ] }),
            /* @__PURE__ */ a3("section", { class: "panel", "aria-labelledby": "curve", children: [
              /* @__PURE__ */ a3("h2", { id: "curve", children: say4("live.curve") }),
              points.length ? /* @__PURE__ */ a3(Curve, { lines: [{ name: spot.board, points }], target: void 0, axis: "iterations" }) : /* @__PURE__ */ a3("p", { class: "muted", children: say4("live.curve.wait") })
            ] })
          ] })
        ]
      }
    );
  }
  function ProofStrip({ run }) {
    let say4 = useWords2(), found = run.result, gap = found?.exploitability ?? run.progress?.gap ?? run.last?.exploitability ?? null, share = gap === null ? null : gap / run.body.spot.pot, time = run.progress ? left(run) : null;
    return /* @__PURE__ */ a3("section", { class: "proof", "aria-label": say4("proof.label"), children: [
      /* @__PURE__ */ a3("dl", { class: "facts", children: [
        /* @__PURE__ */ a3(Fact, { label: say4("proof.gap"), isMain: !0, children: /* @__PURE__ */ a3("span", { "data-fact": "exploitability", children: share === null ? "–" : `${small(100 * share)} %` }) }),
        /* @__PURE__ */ a3(Fact, { label: say4("proof.chips"), children: small(gap) }),
        found && /* @__PURE__ */ a3($, { children: [
          /* @__PURE__ */ a3(Fact, { label: say4("proof.value", { seat: say4("seat.oop") }), children: /* @__PURE__ */ a3("span", { "data-fact": "value-oop", children: fixed(found.values[0], 2) }) }),
          /* @__PURE__ */ a3(Fact, { label: say4("proof.value", { seat: say4("seat.ip") }), children: /* @__PURE__ */ a3("span", { "data-fact": "value-ip", children: fixed(found.values[1], 2) }) })
        ] }),
        /* @__PURE__ */ a3(Fact, { label: say4("proof.iterations"), children: count(found?.iterations ?? run.progress?.done ?? 0) }),
        /* @__PURE__ */ a3(Fact, { label: say4("proof.time"), children: duration(found?.seconds ?? run.progress?.seconds) }),
        time !== null && /* @__PURE__ */ a3(Fact, { label: say4("proof.left"), children: time }),
        found && /* @__PURE__ */ a3(Fact, { label: say4("proof.method"), children: [
          found.method,
          " · ",
          found.storage
        ] }),
        /* @__PURE__ */ a3(Source, { run })
      ] }),
      /* @__PURE__ */ a3("p", { class: "claim", children: say4("proof.claim") }),
      found?.note && /* @__PURE__ */ a3("p", { class: "claim", lang: "en", children: found.note }),
      found?.unsaved && /* @__PURE__ */ a3("p", { class: "bad small", lang: "en", children: found.unsaved })
    ] });
  }
  function Behind({ run, points }) {
    let say4 = useWords2(), [isOpen, setOpen] = d2(!1), isReport = run.kind === "report", share = /^([0-9.e+-]+) *%$/.exec(run.body.until ?? "")?.[1], target = share === void 0 ? void 0 : Number(share) / 100 * run.body.spot.pot;
    return /* @__PURE__ */ a3("details", { class: "behind", onToggle: (event) => setOpen(event.currentTarget.open), children: [
      /* @__PURE__ */ a3("summary", { children: say4(isReport ? "behind.report" : "behind") }),
      isOpen && /* @__PURE__ */ a3("div", { class: "stack", children: [
        !isReport && run.result !== null && /* @__PURE__ */ a3("section", { class: "panel", "aria-labelledby": "behind-curve", children: [
          /* @__PURE__ */ a3("h2", { id: "behind-curve", children: say4("live.curve") }),
          /* @__PURE__ */ a3(CurveTab, { id: run.id, points, target, isRunning: run.state === "running", hasKey: !1 })
        ] }),
        /* @__PURE__ */ a3("section", { class: "panel", "aria-labelledby": "behind-files", children: [
          /* @__PURE__ */ a3("h2", { id: "behind-files", children: say4("behind.files") }),
          /* @__PURE__ */ a3(FilesTab, { id: run.id, stamp: run.changed })
        ] }),
        /* @__PURE__ */ a3("section", { class: "panel", "aria-labelledby": "behind-log", children: [
          /* @__PURE__ */ a3("h2", { id: "behind-log", children: say4("behind.log") }),
          /* @__PURE__ */ a3(LogTab, { id: run.id, stamp: run.changed })
        ] })
      ] })
    ] });
  }
  function Live({ grid }) {
    let say4 = useWords2(), [at, setAt] = d2(0), reach = bytes2(grid.reach), shares = bytes2(grid.shares), paint = colours(grid.actions), width = grid.actions.length, cells = CLASSES.map((_3, k2) => ({
      height: (reach[k2] ?? 0) / 255,
      parts: paint.map((colour, a4) => ({ colour, share: (shares[k2 * width + a4] ?? 0) / 255 })),
      about: saidAll(grid.actions.map((name, a4) => `${saidAction(name)} ${percent((shares[k2 * width + a4] ?? 0) / 255)}`))
    }));
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3(Grid, { label: say4("grid.label", { seat: say4(`seat.${grid.player}`) }), cells, at, onPick: setAt }),
      /* @__PURE__ */ a3("ul", { class: "key", children: grid.actions.map((name, a4) => /* @__PURE__ */ a3("li", { children: [
        /* @__PURE__ */ a3("i", { class: `act-${paint[a4]}`, "aria-hidden": "true" }),
        /* @__PURE__ */ a3("span", { children: saidAction(name) }),
        " ",
        /* @__PURE__ */ a3("b", { children: percent(grid.frequencies[a4] ?? 0) })
      ] }, name)) })
    ] });
  }
  function Compare2({ id, run, query }) {
    let say4 = useWords2(), all = useStore(runs) ?? [], spoken = useStore(language), cards = (board) => (board.match(/../g) ?? []).map((card) => card.toLowerCase()).sort().join(""), others = all.filter((each) => {
      let body = each.body;
      return each.kind === "holdem" && each.id !== id && each.result !== null && body.spot !== void 0 && cards(body.spot.board) === cards(run.body.spot.board);
    });
    return !others.length || !run.result ? null : /* @__PURE__ */ a3(
      "select",
      {
        class: "button",
        "data-key": "c",
        "aria-label": say4("compare.with"),
        value: "",
        onChange: (event) => {
          let line = query.get("line");
          go(`/holdem/compare?${new URLSearchParams({ a: id, b: event.currentTarget.value, ...line ? { line } : {} })}`);
        },
        children: [
          /* @__PURE__ */ a3("option", { value: "", children: say4("compare.with") }),
          others.map((each) => /* @__PURE__ */ a3("option", { value: each.id, children: `${each.name || each.body.game} · ${each.body.method} · ${ago(each.changed, spoken)}` }, each.id))
        ]
      }
    );
  }

  // src/holdem/Holdem.tsx
  function Holdem({ part: part2, query }) {
    return part2 === "" || part2 === "new" ? /* @__PURE__ */ a3(Spot, { query }) : part2 === "compare" ? /* @__PURE__ */ a3(Compare, { query }) : part2 === "pushfold" ? /* @__PURE__ */ a3(PushFold, { query }) : part2 === "reports" ? /* @__PURE__ */ a3(NewReport, { query }) : /* @__PURE__ */ a3(Solved, { id: part2, query }, part2);
  }

  // src/pure/untangle.ts
  function places(children) {
    let found = /* @__PURE__ */ new Map(), next = 0, walk = (key, depth) => {
      let xs = (children.get(key) ?? []).map((below) => walk(below, depth + 1)), x2 = xs.length ? ((xs[0] ?? 0) + (xs[xs.length - 1] ?? 0)) / 2 : next++;
      return found.set(key, [x2, depth]), x2;
    };
    return walk("", 0), found;
  }
  function tangle({ children, setOf }) {
    let sets = /* @__PURE__ */ new Map();
    for (let [key, spot] of places(children)) {
      let set = setOf.get(key);
      set !== void 0 && sets.set(set, [...sets.get(set) ?? [], spot]);
    }
    let arcs = [], length = 0;
    for (let spots of sets.values())
      spots.sort((a4, b) => a4[0] - b[0]), spots.slice(1).forEach((to, i3) => {
        let from = spots[i3] ?? to;
        arcs.push([from[0], to[0], to[1]]), length += to[0] - from[0];
      });
    let crossings = 0;
    return arcs.forEach(([a4, b, level], i3) => {
      for (let [c3, d3, other] of arcs.slice(i3 + 1)) level === other && (a4 < c3 && c3 < b && b < d3 || c3 < a4 && a4 < d3 && d3 < b) && (crossings += 1);
    }), [crossings, length];
  }
  function untangled(shape) {
    let children = new Map([...shape.children].map(([key, below]) => [key, [...below]]));
    if (children.size > 240 || shape.setOf.size < 3) return children;
    let best = tangle({ ...shape, children });
    for (let pass = 0; pass < 4 && best[0] > 0; pass++) {
      let before = best[0];
      for (let below of children.values())
        for (let k2 = 0; k2 + 1 < below.length; k2++) {
          let swap = () => {
            [below[k2], below[k2 + 1]] = [below[k2 + 1] ?? "", below[k2] ?? ""];
          };
          swap();
          let now = tangle({ ...shape, children });
          now[0] < best[0] || now[0] === best[0] && now[1] < best[1] ? best = now : swap();
        }
      if (best[0] === before) break;
    }
    return children;
  }

  // src/play/text/en.json
  var en_default3 = {
    "play.title": "Play",
    "play.lead": "Play any game against a solution or an engine. You see what your seat may know, and nothing else.",
    "play.opponent": "Opponent",
    "play.opponent.wait": "Looking who can be played…",
    "play.opponent.lead": "Who sits on the other side",
    "play.table": "Table",
    "play.game": "game, with parameters if you like",
    "play.seat": "Seat",
    "play.seat.change": "In turn",
    "play.seat.n": "Player {n}",
    "play.sit": "Sit down",
    "play.sitting": "One moment…",
    "play.rules": "Rules",
    "play.kept": "Your tables",
    "play.none": "No tables yet",
    "play.rounds": "{n} rounds",
    "play.lobby": "Tables",
    "play.missing": "There is no such table",
    "play.against": "against {name}",
    "opponent.solve": "One who solves first",
    "opponent.solve.about": "The game is solved before the first deal, for ten seconds at most: for small games.",
    "opponent.run.about": "the strategy of a run, exploitability {gap}",
    "opponent.uniform": "One who plays evenly",
    "opponent.uniform.about": "Every action equally often.",
    "opponent.engine.about": "{method}, {nodes} positions a move",
    "opponent.nodes": "{n} positions",
    "engine.easy": "Engine, quick",
    "engine.middle": "Engine, careful",
    "engine.strong": "Engine, deep",
    "odds.label": "Odds",
    "odds.off": "Odds off",
    "odds.after": "After my move",
    "odds.always": "Always",
    "odds.title": "Odds",
    "odds.was": "Odds of your last decision",
    "odds.action": "action",
    "odds.value": "worth",
    "odds.exact": "Exact, if everybody keeps to the strategy from here on.",
    "odds.estimate": "By search: an estimate unless it saw the end.",
    "odds.nothing": "No values: the game is too large, or the others never let this happen.",
    "odds.outcomes": "How the round may end",
    "odds.win": "win",
    "odds.draw": "draw",
    "odds.loss": "loss",
    "odds.belief": "What the others may hold",
    "table.score": "Score",
    "table.round": "Round",
    "table.error": "its exploitability",
    "table.turn": "Your turn",
    "table.end": "The end",
    "table.board": "Position",
    "table.know": "You know",
    "table.actions": "Actions",
    "table.got": "You get {payoff}.",
    "table.next": "Next round",
    "table.undo": "Take back",
    "table.review": "Review",
    "table.log": "What happened",
    "log.you": "You",
    "log.chance": "Chance",
    "log.unseen": "moves; you do not see how",
    "log.none": "Nothing yet.",
    "review.none": "No round has ended yet.",
    "review.total": "Decisions: {n}, together a loss of {total}; up to {error} is within the opponent's own error.",
    "review.knew": "you knew",
    "review.played": "played",
    "review.best": "best",
    "review.cost": "loss",
    "review.grade": "grade",
    "grade.sound": "sound",
    "grade.fine": "fine",
    "grade.inaccuracy": "inaccuracy",
    "grade.mistake": "mistake",
    "grade.blunder": "blunder",
    "time.title": "Time travel",
    "time.lead": "One information set through the iterations of a run: what is played, and the regrets behind it.",
    "time.infoset": "information set",
    "time.which": "Strategy",
    "time.average": "Average",
    "time.current": "Current",
    "time.wait": "The run is followed again…",
    "time.play": "Play",
    "time.pause": "Pause",
    "time.back": "One step back",
    "time.on": "One step on",
    "time.slider": "Iteration",
    "time.at": "after {t} iterations",
    "time.part": "Followed for the first {n} of {all} iterations.",
    "time.none": "There is nothing to follow: no player decides.",
    "time.regret": "regret",
    "time.chart": "Strategy above, regrets below, {n} snapshots up to iteration {t}",
    "slow.title": "Iteration {t} in slow motion",
    "slow.own": "own reach",
    "slow.others": "others' reach",
    "slow.difference": "distance from the kernel",
    "slow.table": "Every number of this iteration",
    "slow.matching": "σ′(a) is in proportion to the positive part of R′.",
    "slow.predictive": "σ′(a) is in proportion to the positive part of {lookahead} · R′ + {prediction} · r.",
    "slow.average": "The summed strategy is multiplied by {weight}, then this iteration is added.",
    "tree.title": "Tree",
    "tree.lead": "Circles are chance, squares decisions; dashed lines join what a player cannot tell apart. Choose a node to open or close it.",
    "tree.legend": "+2: closed, with two moves; under it the histories below, and how often play comes there.",
    "tree.overlay": "strategy",
    "tree.none": "none",
    "tree.proof": "Exploitability of the strategy shown: {gap}",
    "tree.full": "{n} nodes are drawn; close some first.",
    "tree.root": "beginning",
    "tree.pays": "pays {payoffs}",
    "tree.closed": "{n} moves, closed",
    "tree.count": "{n} nodes",
    "tree.knows": "knows",
    "tree.chance": "reached by chance with probability {p}",
    "search.title": "Search",
    "search.lead": "Play to a position of an open game; see what a method says of it, and every step that led there.",
    "search.method": "method",
    "search.depth": "depth",
    "search.trace": "Step by step",
    "search.turn": "Player {n} to move",
    "search.answer": "Answer",
    "search.move": "move",
    "search.bound": "the true value is",
    "search.nodes": "positions",
    "search.time": "time",
    "search.line": "line:",
    "bound.exact": "this, exactly",
    "bound.lower": "at least this",
    "bound.upper": "at most this",
    "bound.estimate": "estimated",
    "trace.title": "Visit by visit",
    "trace.legend": "MAX is player {n}, to move at the root; values and windows are MAX's. What is cut cannot matter: α ≥ β.",
    "trace.step": "Step",
    "trace.at": "step {k} of {n}",
    "trace.cut": "Next cut",
    "trace.cause": "ended as",
    "trace.pruned": "left out",
    "trace.cuts": "{n} cuts left out {pruned} moves.",
    "trace.dropped": "{n} later steps are not shown.",
    "cause.searched": "searched",
    "cause.terminal": "end of the game",
    "cause.horizon": "horizon",
    "cause.table": "known already",
    "cause.cutoff": "cut",
    "cause.probcut": "cut by a guess",
    "cause.stopped": "stopped",
    "growth.title": "Simulation by simulation",
    "growth.proof": "Proof numbers, expansion by expansion",
    "growth.path": "path:",
    "growth.expands": "expands:",
    "growth.new": "a new node;",
    "growth.known": "a known node;",
    "growth.gave": "the simulation gave {value}",
    "growth.numbers": "root: proof {proof}, disproof {disproof}",
    "growth.mean": "mean",
    "growth.share": "share",
    "growth.rest": "and {n} more moves",
    "trace.side": "side",
    "play.kind": "What is played",
    "play.kind.any": "Any game",
    "play.kind.holdem": "Hold'em",
    "seat.button": "Button",
    "seat.blind": "Big blind",
    "hand.title": "No-limit hold'em for two",
    "hand.preflop": "Before the flop",
    "hand.flop": "Flop",
    "hand.turn": "Turn",
    "hand.river": "River",
    "hand.theirs": "Opponent",
    "hand.mine": "You",
    "hand.hidden": "two cards",
    "hand.noboard": "no cards yet",
    "hand.behind": "{n} behind",
    "hand.pot": "pot {n}",
    "hand.size": "bet or raise to, {least} … {most} on this street",
    "hand.bet": "Bet",
    "hand.thinking": "The opponent thinks; on a new machine its kernels are compiled first, once.",
    "hand.thought": "Where this comes from",
    "hand.source": "from",
    "source.blueprint": "its blueprint",
    "source.translated": "its blueprint, for the nearest size",
    "source.search": "a solve of this place",
    "source.fallback": "what was left",
    "source.rule": "its rule",
    "hand.error": "exploitability of the solve, of the pot",
    "hand.ranges": "What both may hold, as the opponent sees it",
    "hand.them": "The opponent's hands",
    "hand.us": "Your hands",
    "hand.cell": "{name}: {weight} of the likeliest hand. You hold {cards}.",
    "hand.values": "What the opponent would do in your place, and chips from here on, by its solve.",
    "hand.novalues": "What the opponent would do in your place; without a solve it has no values.",
    "hand.rate": "mbb a hand",
    "hand.review": "Every decision is priced by solving its spot: a run of its own, which takes minutes. The dear ones become a deck.",
    "hand.review.go": "Price the last {n} hands",
    "hand.review.name": "{n} hands against a player",
    "table.save": "Save the rounds",
    "log.dealer": "Dealer",
    "search.beside": "compare with",
    "search.alone": "nothing",
    "tree.export": "The whole game as a file",
    "table.infoset": "information set",
    "watch.title": "Watch two play",
    "watch.lead": "One player against another, seats changed after every round. Go through it move by move, or take it away as a file.",
    "watch.who": "Who plays",
    "watch.side": "player {side}",
    "watch.rounds": "rounds, up to 200",
    "watch.go": "Play the match",
    "watch.wait": "They play…",
    "watch.none": "Choose two players; the match is shown here.",
    "watch.mean": "A gets a round",
    "watch.mean.mbb": "A wins, mbb a hand",
    "watch.interval": "95 % interval",
    "watch.total": "in all",
    "watch.played": "rounds played",
    "watch.cut": "Time was up before all rounds were played.",
    "watch.list": "Rounds, by what A got",
    "watch.round": "Round {n}",
    "watch.step": "Move",
    "watch.save": "Save the match",
    "tree.map": "The whole tree; drag to move",
    "form.title": "Strategic form",
    "form.matrix": "Open as a matrix game",
    "form.help": "{rows} × {columns}: every way to play, an action for each information set in the order below; ways that differ only where play cannot come are one.",
    "form.sets": "Player {n}:",
    working: "Working…",
    "trace.program": "The method; the line in which this visit ended is marked",
    "program.search": "search(s, α, β):",
    "program.end": "if s is the end: return what it pays",
    "program.horizon": "if no depth is left: return an estimate",
    "program.table": "if s is in the table: return what is known",
    "program.guess": "if a shallow search is far outside: return its guess",
    "program.best": "best ← −∞ for MAX, +∞ for MIN",
    "program.each": "for each action a of s:",
    "program.better": "best ← the better of best and search(s after a, α, β)",
    "program.window": "MAX: α ← the greater of α and best; MIN: β ← the lesser",
    "program.cut": "if α ≥ β: leave the other actions out",
    "program.return": "return best",
    "trace.window": "Window from α {alpha} to β {beta}; this visit gave {value}",
    "trace.earlier": "{n} before;",
    "growth.phases": "The four phases of this simulation",
    "growth.select": "Select",
    "growth.expand": "Expand",
    "growth.simulate": "Simulate",
    "growth.back": "Back up",
    "growth.nothing": "nothing new",
    "growth.nodes": "through {n} nodes",
    "growth.shares": "share of the visits, simulation by simulation",
    "growth.bound": "bound",
    "growth.bound.help": "The next simulation takes the move with the greatest bound: mean + √2 · √(ln N / n).",
    "search.most": "positions at most",
    "search.most.usual": "usual",
    "board.empty": "empty",
    "table.swap": "Next round, seats swapped",
    "table.again": "Same deal, seats swapped",
    "table.again.help": "Chance deals as it did in the round before, as far as the moves allow.",
    "review.retry": "Retry no. {n}: −{cost}",
    "review.cards": "Make cards",
    "review.bars": "Losses in the order of play",
    "review.bar": "Decision {n}: loss {cost}, {grade}",
    "tree.value": "worth",
    "tree.reach": "reached",
    "tree.here": "Play comes to this node with {share}.",
    "tree.time": "Its regrets, iteration by iteration",
    "search.depths": "value by depth",
    "search.code": "As code",
    "play.thinks": "thinks for a decision, at most",
    "search.seconds": "seconds at most",
    "search.pos": "Position, in the game's own notation",
    "search.pos.first": "the beginning of the game",
    "search.pos.go": "Set up",
    "tree.figures": "Shown at the moves",
    "tree.figures.average": "average",
    "tree.figures.current": "current",
    "tree.figures.regret": "regret",
    "tree.figures.value": "value",
    "tree.figures.current.help": "The strategy of the next iteration, after {n}.",
    "tree.figures.regret.help": "Summed regret of each move, after {n} iterations.",
    "tree.figures.value.help": "What each move is worth to the player who makes it, given that play has come there, if all follow the average strategy.",
    "tree.below": "{n} histories below",
    "kept.alone": "none: the file alone",
    "kept.table": "{n} positions",
    "kept.book": "book of {n} positions",
    "kept.win": "win",
    "kept.loss": "loss",
    "kept.draw": "draw",
    "kept.plies": "{n} plies",
    "kept.none": "This position is not in the file.",
    "kept.in": "in the book",
    "kept.out": "not in it",
    "hand.showdown": "At showdown",
    "hand.equity": "your equity against these hands",
    "hand.equity.any": "your equity against any hand",
    "hand.price": "a call of {n} pays from",
    "play.rounds.one": "1 round",
    "search.game": "game",
    "odds.best": "Exact: what best play leads to from here on."
  };

  // src/play/text/zh.json
  var zh_default3 = {
    "play.title": "对弈",
    "play.lead": "与解出的策略或搜索引擎对弈任意博弈。你只能看到你的座位所能知道的信息。",
    "play.opponent": "对手",
    "play.opponent.wait": "正在查看可以对战的对手…",
    "play.opponent.lead": "坐在对面的是谁",
    "play.table": "牌桌",
    "play.game": "博弈，可带参数",
    "play.seat": "座位",
    "play.seat.change": "轮换",
    "play.seat.n": "玩家 {n}",
    "play.sit": "入座",
    "play.sitting": "请稍候…",
    "play.rules": "规则",
    "play.kept": "你的牌桌",
    "play.none": "还没有牌桌",
    "play.rounds": "{n} 局",
    "play.lobby": "牌桌",
    "play.missing": "没有这张牌桌",
    "play.against": "对手：{name}",
    "opponent.solve": "先求解",
    "opponent.solve.about": "发牌前先求解，最多十秒：适合小博弈。",
    "opponent.run.about": "某次运行的策略，可剥削度 {gap}",
    "opponent.uniform": "均匀随机",
    "opponent.uniform.about": "每个行动等概率。",
    "opponent.engine.about": "{method}，每步 {nodes} 个局面",
    "opponent.nodes": "{n} 个局面",
    "engine.easy": "引擎：快",
    "engine.middle": "引擎：稳",
    "engine.strong": "引擎：深",
    "odds.label": "胜算",
    "odds.off": "不看胜算",
    "odds.after": "行动后",
    "odds.always": "始终",
    "odds.title": "胜算",
    "odds.was": "上一个决策的胜算",
    "odds.action": "行动",
    "odds.value": "价值",
    "odds.exact": "此后各方都按此策略行动时的精确值。",
    "odds.estimate": "由搜索给出；未搜到终局者为估计。",
    "odds.nothing": "没有价值：博弈过大，或对手从不走到这里。",
    "odds.outcomes": "本局可能的结果",
    "odds.win": "胜",
    "odds.draw": "平",
    "odds.loss": "负",
    "odds.belief": "对手可能的信息",
    "table.score": "得分",
    "table.round": "局",
    "table.error": "其可剥削度",
    "table.turn": "轮到你",
    "table.end": "本局结束",
    "table.board": "局面",
    "table.know": "你所知道的",
    "table.actions": "行动",
    "table.got": "你的收益：{payoff}。",
    "table.next": "下一局",
    "table.undo": "撤回",
    "table.review": "复盘",
    "table.log": "经过",
    "log.you": "你",
    "log.chance": "随机",
    "log.unseen": "已行动，你看不到内容",
    "log.none": "还没有行动。",
    "review.none": "还没有结束的一局。",
    "review.total": "{n} 个决策共损失 {total}；不超过 {error} 的损失在对手自身误差之内。",
    "review.knew": "你所知道的",
    "review.played": "行动",
    "review.best": "最佳",
    "review.cost": "损失",
    "review.grade": "评级",
    "grade.sound": "稳妥",
    "grade.fine": "尚可",
    "grade.inaccuracy": "失准",
    "grade.mistake": "失误",
    "grade.blunder": "大错",
    "time.title": "时间旅行",
    "time.lead": "一个信息集在各次迭代中的变化：如何行动，以及背后的遗憾值。",
    "time.infoset": "信息集",
    "time.which": "策略",
    "time.average": "平均策略",
    "time.current": "当前策略",
    "time.wait": "正在重演这次运行…",
    "time.play": "播放",
    "time.pause": "暂停",
    "time.back": "后退一步",
    "time.on": "前进一步",
    "time.slider": "迭代",
    "time.at": "{t} 次迭代后",
    "time.part": "已重演前 {n} 次迭代（共 {all} 次）。",
    "time.none": "没有可重演的内容：无人决策。",
    "time.regret": "遗憾",
    "time.chart": "上为策略，下为遗憾；{n} 个快照，至第 {t} 次迭代",
    "slow.title": "第 {t} 次迭代慢动作",
    "slow.own": "自身到达概率",
    "slow.others": "他人到达概率",
    "slow.difference": "与内核之差",
    "slow.table": "此次迭代的全部数值",
    "slow.matching": "σ′(a) 与 R′ 的正部成比例。",
    "slow.predictive": "σ′(a) 与 {lookahead} · R′ + {prediction} · r 的正部成比例。",
    "slow.average": "累计策略先乘以 {weight}，再加上本次迭代。",
    "tree.title": "博弈树",
    "tree.lead": "圆为随机，方为决策；虚线连接玩家无法区分的节点。选择节点可展开或收起。",
    "tree.legend": "+2：已收起，有两种走法；其下为所含历史数，以及到达该处的概率。",
    "tree.overlay": "策略",
    "tree.none": "无",
    "tree.proof": "所示策略的可剥削度：{gap}",
    "tree.full": "已绘制 {n} 个节点；请先收起一些。",
    "tree.root": "开局",
    "tree.pays": "收益 {payoffs}",
    "tree.closed": "{n} 种走法，已收起",
    "tree.count": "{n} 个节点",
    "tree.knows": "已知",
    "tree.chance": "随机到达，概率 {p}",
    "search.title": "搜索",
    "search.lead": "走到完全信息博弈的任一局面；看搜索方法的结论，以及得出结论的每一步。",
    "search.method": "方法",
    "search.depth": "深度",
    "search.trace": "逐步显示",
    "search.turn": "轮到玩家 {n}",
    "search.answer": "结论",
    "search.move": "走法",
    "search.bound": "真实价值",
    "search.nodes": "局面数",
    "search.time": "用时",
    "search.line": "变化：",
    "bound.exact": "恰为此值",
    "bound.lower": "不小于此值",
    "bound.upper": "不大于此值",
    "bound.estimate": "估计值",
    "trace.title": "逐次访问",
    "trace.legend": "MAX 为玩家 {n}（根节点行动方）；价值与窗口均从 MAX 角度。被剪去的不影响结果：α ≥ β。",
    "trace.step": "步",
    "trace.at": "第 {k} 步，共 {n} 步",
    "trace.cut": "下一次剪枝",
    "trace.cause": "结束原因",
    "trace.pruned": "剪去",
    "trace.cuts": "{n} 次剪枝，剪去 {pruned} 个走法。",
    "trace.dropped": "其后 {n} 步未显示。",
    "cause.searched": "已搜索",
    "cause.terminal": "终局",
    "cause.horizon": "深度上限",
    "cause.table": "置换表命中",
    "cause.cutoff": "剪枝",
    "cause.probcut": "估计剪枝",
    "cause.stopped": "中止",
    "growth.title": "逐次模拟",
    "growth.proof": "证明数：逐次扩展",
    "growth.path": "路径：",
    "growth.expands": "扩展：",
    "growth.new": "新节点；",
    "growth.known": "已有节点；",
    "growth.gave": "模拟结果 {value}",
    "growth.numbers": "根节点：证明数 {proof}，反证数 {disproof}",
    "growth.mean": "均值",
    "growth.share": "占比",
    "growth.rest": "另有 {n} 个走法",
    "trace.side": "方",
    "play.kind": "玩什么",
    "play.kind.any": "任何博弈",
    "play.kind.holdem": "德州扑克",
    "seat.button": "按钮位",
    "seat.blind": "大盲位",
    "hand.title": "两人无限注德州扑克",
    "hand.preflop": "翻牌前",
    "hand.flop": "翻牌",
    "hand.turn": "转牌",
    "hand.river": "河牌",
    "hand.theirs": "对手",
    "hand.mine": "你",
    "hand.hidden": "两张牌",
    "hand.noboard": "还没有牌",
    "hand.behind": "剩余 {n}",
    "hand.pot": "底池 {n}",
    "hand.size": "下注或加注到，本轮 {least} … {most}",
    "hand.bet": "下注",
    "hand.thinking": "对手在思考；在新机器上先编译一次内核。",
    "hand.thought": "从何而来",
    "hand.source": "来源",
    "source.blueprint": "它的蓝图",
    "source.translated": "它的蓝图，按最近的尺度",
    "source.search": "对此处的求解",
    "source.fallback": "仅剩的办法",
    "source.rule": "它的规则",
    "hand.error": "该求解的可剥削度，占底池",
    "hand.ranges": "在对手看来双方可能的手牌",
    "hand.them": "对手的手牌",
    "hand.us": "你的手牌",
    "hand.cell": "{name}：最可能手牌的 {weight}。你持有 {cards}。",
    "hand.values": "对手在你的位置上会怎么做，以及按其求解从此刻起的筹码。",
    "hand.novalues": "对手在你的位置上会怎么做；没有求解就没有数值。",
    "hand.rate": "毫大盲/手",
    "hand.review": "每个决策都通过求解其局面来定价：这是一次独立的运行，需要几分钟。代价大的会成为牌组。",
    "hand.review.go": "为最近 {n} 手定价",
    "hand.review.name": "与程序玩家的 {n} 手牌",
    "table.save": "保存各轮",
    "log.dealer": "发牌",
    "search.beside": "并排比较",
    "search.alone": "不比较",
    "tree.export": "整个博弈存为文件",
    "table.infoset": "信息集",
    "watch.title": "观看对局",
    "watch.lead": "一名玩家对另一名，每局后换位。可逐步观看，也可存为文件。",
    "watch.who": "谁来玩",
    "watch.side": "玩家 {side}",
    "watch.rounds": "局数，最多 200",
    "watch.go": "开始对局",
    "watch.wait": "对局中…",
    "watch.none": "选择两名玩家；对局显示在这里。",
    "watch.mean": "A 每局所得",
    "watch.mean.mbb": "A 所赢，每手 mbb",
    "watch.interval": "95 % 区间",
    "watch.total": "合计",
    "watch.played": "已玩局数",
    "watch.cut": "时间已到，未玩完全部局数。",
    "watch.list": "各局 A 所得",
    "watch.round": "第 {n} 局",
    "watch.step": "步",
    "watch.save": "保存对局",
    "tree.map": "整棵树；拖动可移动",
    "form.title": "策略型",
    "form.matrix": "作为矩阵博弈打开",
    "form.help": "{rows} × {columns}：每种玩法按下列信息集顺序各选一个行动；只在到不了之处不同的玩法合为一种。",
    "form.sets": "玩家 {n}：",
    working: "计算中…",
    "trace.program": "方法；本次访问结束的那一行已标出",
    "program.search": "search(s, α, β)：",
    "program.end": "若 s 是终局：返回其收益",
    "program.horizon": "若深度用尽：返回估值",
    "program.table": "若 s 在表中：返回已知的值",
    "program.guess": "若浅层搜索远在窗口之外：返回其猜测",
    "program.best": "best ← MAX 取 −∞，MIN 取 +∞",
    "program.each": "对 s 的每个走法 a：",
    "program.better": "best ← best 与 search(a 之后的 s, α, β) 中较优者",
    "program.window": "MAX：α ← α 与 best 中较大者；MIN：β ← 较小者",
    "program.cut": "若 α ≥ β：略去其余走法",
    "program.return": "返回 best",
    "trace.window": "窗口从 α {alpha} 到 β {beta}；本次访问得到 {value}",
    "trace.earlier": "之前 {n} 个；",
    "growth.phases": "本次模拟的四个阶段",
    "growth.select": "选择",
    "growth.expand": "扩展",
    "growth.simulate": "模拟",
    "growth.back": "回传",
    "growth.nothing": "没有新节点",
    "growth.nodes": "经过 {n} 个节点",
    "growth.shares": "各走法占访问次数的份额，逐次模拟",
    "growth.bound": "上界",
    "growth.bound.help": "下一次模拟选上界最大的走法：均值 + √2 · √(ln N / n)。",
    "search.most": "最多局面数",
    "search.most.usual": "默认",
    "board.empty": "空",
    "table.swap": "下一局，交换座位",
    "table.again": "同样发牌，交换座位",
    "table.again.help": "随机事件与上一局相同，只要行动允许。",
    "review.retry": "重试第 {n} 大损失：−{cost}",
    "review.cards": "制成卡片",
    "review.bars": "按行动顺序的损失",
    "review.bar": "第 {n} 个决策：损失 {cost}，{grade}",
    "tree.value": "价值",
    "tree.reach": "到达概率",
    "tree.here": "按所示策略，到达此节点的概率为 {share}。",
    "tree.time": "它的遗憾：逐次迭代",
    "search.depths": "各深度的价值",
    "search.code": "代码",
    "play.thinks": "每次决策最多思考",
    "search.seconds": "最长时间",
    "search.pos": "局面（用该博弈自己的记法）",
    "search.pos.first": "开局",
    "search.pos.go": "摆局面",
    "tree.figures": "显示在行动上",
    "tree.figures.average": "平均策略",
    "tree.figures.current": "当前策略",
    "tree.figures.regret": "遗憾值",
    "tree.figures.value": "价值",
    "tree.figures.current.help": "第 {n} 次迭代之后、下一次迭代所用的策略。",
    "tree.figures.regret.help": "{n} 次迭代后每个行动的累积遗憾值。",
    "tree.figures.value.help": "在到达该处且各方都按平均策略行动时，每个行动对行动者的价值。",
    "tree.below": "下有 {n} 个历史",
    "kept.alone": "不用：只看文件",
    "kept.table": "{n} 个局面",
    "kept.book": "开局库，{n} 个局面",
    "kept.win": "胜",
    "kept.loss": "负",
    "kept.draw": "和",
    "kept.plies": "{n} 步",
    "kept.none": "文件中没有这个局面。",
    "kept.in": "在库中",
    "kept.out": "不在库中",
    "hand.showdown": "摊牌时",
    "hand.equity": "对这些手牌的权益",
    "hand.equity.any": "对任意手牌的权益",
    "hand.price": "跟注 {n} 所需权益",
    "play.rounds.one": "1 局",
    "search.game": "博弈",
    "odds.best": "精确值：此后各方均以最佳方式行动。"
  };

  // src/play/words.ts
  var { say: say3, useWords: useWords3 } = wordsOf(en_default3, zh_default3);

  // src/play/Tree.tsx
  var STEP = 58, STEP_TOLD = 80, LEVEL = 92, MOST3 = 2e3, OVERLAYS = ["average", "current", "regret", "value"], keyOf = (path) => path.join("."), numbers = (payoffs) => payoffs.map((each) => String(Number(each.toPrecision(5))).replace("-", "−")).join(", ");
  function belowOf(node, nodes) {
    if (!node.children) return 0;
    if (!nodes.has(keyOf([...node.path, 0]))) return node.below ?? null;
    let sum = 0;
    for (let k2 = 0; k2 < node.children; k2++) {
      let child = nodes.get(keyOf([...node.path, k2])), below = child ? belowOf(child, nodes) : null;
      if (below === null) return null;
      sum += 1 + below;
    }
    return sum;
  }
  function place2(nodes, closed) {
    let children = /* @__PURE__ */ new Map(), setOf = /* @__PURE__ */ new Map(), gather = (node) => {
      let key = keyOf(node.path);
      node.infoset !== null && setOf.set(key, `${node.player} ${node.infoset}`);
      let below = closed.has(key) ? [] : Array.from({ length: node.children }, (_3, k2) => nodes.get(keyOf([...node.path, k2]))).filter((each) => each !== void 0);
      children.set(key, below.map((each) => keyOf(each.path))), below.forEach(gather);
    }, found = [], next = 0, walk = (key, order) => {
      let xs = (order.get(key) ?? []).map((below) => walk(below, order)), x2 = xs.length ? ((xs[0] ?? 0) + (xs[xs.length - 1] ?? 0)) / 2 : next++, node = nodes.get(key);
      return node && found.push({ ...node, key, x: x2, y: node.path.length, isOpen: xs.length > 0 }), x2;
    }, root2 = nodes.get("");
    return root2 && (gather(root2), walk("", untangled({ children, setOf }))), found;
  }
  function Tree({ spec, query }) {
    let say4 = useWords3(), run = query.get("run") ?? "", all = useStore(runs);
    useTitle(`${say4("tree.title")} · ${spec}`);
    let seen = seenOf(spec, useStore(own)), asked = OVERLAYS.find((each) => each === query.get("overlay")) ?? "average", overlay = run ? asked : "average", suffix = (run ? `&run=${run}${overlay === "average" ? "" : `&overlay=${overlay}`}` : "") + (seen && `&seen=${seen}`), start = useAsk(`/games/${encodeURIComponent(spec)}/tree?depth=3${suffix}`, !0), [nodes, setNodes] = d2(/* @__PURE__ */ new Map()), [closed, setClosed] = d2(/* @__PURE__ */ new Set()), [chosen, setChosen] = d2(""), [error, setError] = d2(null);
    A2(() => {
      start.data && (setNodes(new Map(start.data.nodes.map((node) => [keyOf(node.path), node]))), setClosed(/* @__PURE__ */ new Set()), setChosen(""));
    }, [start.data]);
    let placed = w2(() => place2(nodes, closed), [nodes, closed]), [isForm, setForm] = d2(!1), open = (node) => {
      if (setChosen(node.key), !!node.children) {
        if (node.isOpen) {
          setClosed(/* @__PURE__ */ new Set([...closed, node.key]));
          return;
        }
        if (nodes.has(keyOf([...node.path, 0]))) {
          setClosed(new Set([...closed].filter((each) => each !== node.key)));
          return;
        }
        if (placed.length > MOST3) {
          setError(new Error(say4("tree.full", { n: MOST3 })));
          return;
        }
        setError(null), ask(`/games/${encodeURIComponent(spec)}/tree?at=${node.key}&depth=1${suffix}`).then((part2) => {
          setNodes((before) => new Map([...before, ...part2.nodes.map((each) => [keyOf(each.path), each])])), setClosed((before) => new Set([...before].filter((each) => each !== node.key)));
        }).catch(setError);
      }
    }, take = async (form) => {
      setError(null);
      try {
        let made = await ask(`/games/${encodeURIComponent(spec)}/file?form=${form}`);
        offer(made.file, new Blob([made.text], { type: "text/plain" }));
      } catch (refused2) {
        setError(refused2);
      }
    }, here = placed.find(({ key }) => key === chosen), gap = start.data?.exploitability ?? all?.find(({ id }) => id === run)?.result?.exploitability ?? null, solved = (all ?? []).filter((each) => each.result && each.body.game === spec);
    return /* @__PURE__ */ a3("div", { class: "screen", children: [
      /* @__PURE__ */ a3("div", { class: "head", children: [
        /* @__PURE__ */ a3("div", { children: [
          /* @__PURE__ */ a3("p", { class: "crumb", children: /* @__PURE__ */ a3("a", { href: `/games/${encodeURIComponent(spec)}`, children: spec }) }),
          /* @__PURE__ */ a3("h1", { tabIndex: -1, children: say4("tree.title") }),
          /* @__PURE__ */ a3("p", { class: "lead", children: say4("tree.lead") })
        ] }),
        /* @__PURE__ */ a3("div", { class: "tools", children: [
          /* @__PURE__ */ a3(Export, { name: "tree", of: ".treebox svg" }),
          /* @__PURE__ */ a3("div", { class: "segments export", role: "group", "aria-label": say4("tree.export"), children: ["efg", "tikz"].map((form) => /* @__PURE__ */ a3("button", { type: "button", onClick: () => {
            take(form);
          }, children: form === "efg" ? ".efg" : "TikZ" }, form)) }),
          /* @__PURE__ */ a3("button", { type: "button", class: "button", "aria-pressed": isForm, onClick: () => setForm(!isForm), children: say4("form.title") })
        ] }),
        solved.length > 0 && /* @__PURE__ */ a3("label", { class: "wide pickset", children: [
          /* @__PURE__ */ a3("span", { children: say4("tree.overlay") }),
          /* @__PURE__ */ a3("select", { value: run, onChange: (event) => go(`/tree/${encodeURIComponent(spec)}${event.currentTarget.value ? `?run=${event.currentTarget.value}` : ""}`, "replace"), children: [
            /* @__PURE__ */ a3("option", { value: "", children: say4("tree.none") }),
            solved.map((each) => /* @__PURE__ */ a3("option", { value: each.id, children: each.name || `${each.body.game} · ${each.body.method}` }, each.id))
          ] })
        ] }),
        run && /* @__PURE__ */ a3("div", { class: "segments", role: "group", "aria-label": say4("tree.figures"), children: OVERLAYS.map((name) => /* @__PURE__ */ a3("button", { type: "button", "aria-pressed": overlay === name, onClick: () => go(`/tree/${encodeURIComponent(spec)}?${new URLSearchParams({ run, ...name === "average" ? {} : { overlay: name } })}`, "replace"), children: say4(`tree.figures.${name}`) }, name)) })
      ] }),
      /* @__PURE__ */ a3(Trouble, { error: start.error ?? error }),
      placed.length > 0 && /* @__PURE__ */ a3(Drawing, { placed, nodes, overlay, chosen, onOpen: open }),
      placed.some((node) => node.children > 0 && !node.isOpen) && /* @__PURE__ */ a3("p", { class: "muted small", children: say4("tree.legend") }),
      overlay !== "average" && /* @__PURE__ */ a3("p", { class: "muted small", children: say4(`tree.figures.${overlay}.help`, { n: count(start.data?.followed) }) }),
      (run || start.data?.exploitability !== void 0) && /* @__PURE__ */ a3("p", { class: "claim", "data-fact": "proof", children: say4("tree.proof", { gap: gap === null ? "–" : small(gap) }) }),
      here && /* @__PURE__ */ a3(Chosen, { node: here, run, overlay, reach: reachOf(here, nodes), below: belowOf(here, nodes) }),
      isForm && /* @__PURE__ */ a3(StrategicForm, { spec })
    ] });
  }
  function StrategicForm({ spec }) {
    let say4 = useWords3(), { data: data2, error } = useAsk(`/games/${encodeURIComponent(spec)}/form`, !0), text = data2?.payoffs.map((row) => row.map((cell) => cell.join(",")).join(" ")).join("; ") ?? "", names = data2?.actions.map((row) => row.join(",")).join("|") ?? "";
    return /* @__PURE__ */ a3("section", { class: "panel", "aria-labelledby": "form", children: [
      /* @__PURE__ */ a3("div", { class: "tools", children: [
        /* @__PURE__ */ a3("h2", { id: "form", children: say4("form.title") }),
        data2 && text.length + names.length < 1800 && data2.actions.every((row) => row.length <= 12) && /* @__PURE__ */ a3("a", { href: `/matrix?${new URLSearchParams({ g: text, n: names })}`, children: say4("form.matrix") })
      ] }),
      /* @__PURE__ */ a3(Trouble, { error }),
      !data2 && !error && /* @__PURE__ */ a3("p", { class: "muted", children: say4("working") }),
      data2 && /* @__PURE__ */ a3($, { children: [
        /* @__PURE__ */ a3("p", { class: "muted small", children: say4("form.help", { rows: data2.actions[0]?.length ?? 0, columns: data2.actions[1]?.length ?? 0 }) }),
        data2.sets.map((keys, p3) => /* @__PURE__ */ a3("p", { class: "muted small", children: [
          say4("form.sets", { n: p3 }),
          " ",
          /* @__PURE__ */ a3("code", { children: keys.join(" · ") })
        ] }, p3)),
        /* @__PURE__ */ a3("div", { class: "scroll", tabIndex: 0, role: "group", "aria-label": say4("form.title"), children: /* @__PURE__ */ a3("table", { class: "data form-table", children: [
          /* @__PURE__ */ a3("thead", { children: /* @__PURE__ */ a3("tr", { children: [
            /* @__PURE__ */ a3("td", {}),
            data2.actions[1]?.map((name) => /* @__PURE__ */ a3("th", { scope: "col", class: "number", lang: "en", children: name }, name))
          ] }) }),
          /* @__PURE__ */ a3("tbody", { children: data2.payoffs.map((row, i3) => /* @__PURE__ */ a3("tr", { children: [
            /* @__PURE__ */ a3("th", { scope: "row", lang: "en", children: data2.actions[0]?.[i3] }),
            row.map((cell, j2) => /* @__PURE__ */ a3("td", { class: "number", children: cell.join(", ").replaceAll("-", "−") }, j2))
          ] }, i3)) })
        ] }) })
      ] })
    ] });
  }
  function Drawing({ placed, nodes, overlay, chosen, onOpen }) {
    let say4 = useWords3(), step = placed.some((node) => node.mix || node.figures) ? STEP_TOLD : STEP, width = (Math.max(...placed.map(({ x: x2 }) => x2)) + 1) * step + 24, height = Math.max(...placed.map(({ y: y3 }) => y3)) * LEVEL + 110, at = (node) => [node.x * step + step / 2 + 12, node.y * LEVEL + 30], byKey = new Map(placed.map((node) => [node.key, node])), sets = /* @__PURE__ */ new Map();
    for (let node of placed) node.infoset !== null && sets.set(`${node.player} ${node.infoset}`, [...sets.get(`${node.player} ${node.infoset}`) ?? [], node]);
    let saidOf = (node) => {
      let [below, reach] = [belowOf(node, nodes), reachOf(node, nodes)];
      return [below === null ? "" : say4("tree.below", { n: count(below) }), reach === null ? "" : percent(reach)].filter(Boolean).join(" · ");
    }, shortOf = (node) => {
      let [below, reach] = [belowOf(node, nodes), reachOf(node, nodes)];
      return [below === null ? "" : count(below), reach === null ? "" : percent(reach)].filter(Boolean);
    }, named2 = (node) => [
      node.action || say4("tree.root"),
      node.payoffs ? say4("tree.pays", { payoffs: numbers(node.payoffs) }) : node.player < 0 ? say4("log.chance") : `${say4("play.seat.n", { n: node.player })}, ${node.infoset}`,
      node.children && !node.isOpen ? say4("tree.closed", { n: node.children }) : "",
      node.children && !node.isOpen ? saidOf(node) : ""
    ].filter(Boolean).join(", "), box = T2(null), order = [...placed].sort((a4, b) => {
      let [one, two] = [a4.path, b.path], apart = one.findIndex((step2, i3) => step2 !== two[i3]);
      return apart < 0 || apart >= two.length ? one.length - two.length : (one[apart] ?? 0) - (two[apart] ?? 0);
    }), onKey = (event) => {
      let key = event.target.closest("[data-node]")?.getAttribute("data-node"), node = key == null ? void 0 : byKey.get(key);
      if (!node) return;
      let at2 = order.indexOf(node), to = {
        ArrowDown: order[at2 + 1],
        ArrowUp: order[at2 - 1],
        Home: order[0],
        End: order.at(-1),
        ArrowRight: node.isOpen ? byKey.get(keyOf([...node.path, 0])) : void 0,
        ArrowLeft: node.isOpen || !node.path.length ? void 0 : byKey.get(keyOf(node.path.slice(0, -1)))
      };
      if (!(event.key in to)) return;
      event.preventDefault();
      let next = to[event.key];
      next ? box.current?.querySelector(`[data-node="${next.key}"]`)?.focus() : (event.key === "ArrowRight" && !node.isOpen || event.key === "ArrowLeft" && node.isOpen) && onOpen(node);
    }, root2 = byKey.get("");
    F2(() => {
      box.current && root2 && (box.current.scrollLeft = at(root2)[0] - box.current.clientWidth / 2);
    }, []);
    let moves = placed.flatMap((node) => {
      let parent = node.path.length ? byKey.get(keyOf(node.path.slice(0, -1))) : void 0;
      if (!parent) return [];
      let figure = parent.figures?.[node.action], share = node.probability ?? (overlay === "current" ? figure : parent.mix?.[node.action]) ?? null, told = figure !== void 0 && overlay !== "current" ? ` ${small(Number(figure.toPrecision(2))).replace("-", "−")}` : share === null ? "" : ` ${Math.round(share * 100)}%`;
      return [{ key: node.key, from: at(parent), to: at(node), share, name: node.action, told }];
    }), edges = moves.map(({ from, to }) => `M${from.join(" ")}L${to.join(" ")}`).join("");
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("div", { class: "treebox", ref: box, tabIndex: 0, role: "group", "aria-label": say4("tree.title"), children: /* @__PURE__ */ a3("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "tree", "aria-label": say4("tree.count", { n: placed.length }), onKeyDown: onKey, children: [
        [...sets].map(([key, members], number2) => {
          let places2 = members.map(at).sort((a4, b) => a4[0] - b[0]);
          return places2.slice(1).map((to, i3) => {
            let from = places2[i3] ?? to;
            return /* @__PURE__ */ a3("path", { class: `hull h${(members[0]?.player ?? 0) % 4}`, d: `M${from[0]} ${from[1]}Q${(from[0] + to[0]) / 2} ${(from[1] + to[1]) / 2 + 22 + number2 % 6 * 9} ${to[0]} ${to[1]}` }, `${key} ${i3}`);
          });
        }),
        moves.map(({ key, from, to, share }) => /* @__PURE__ */ a3("path", { class: "edge", d: `M${from.join(" ")}L${to.join(" ")}`, "stroke-width": share === null ? 1.2 : 0.6 + 3 * share }, `edge ${key}`)),
        moves.map(({ key, from, to, name, told }) => /* @__PURE__ */ a3("text", { class: "tick", x: (from[0] + 2 * to[0]) / 3, y: (from[1] + 2 * to[1]) / 3 - 3, "text-anchor": "middle", children: [
          name.length > 9 ? `${name.slice(0, 8)}…` : name,
          told
        ] }, `move ${key}`)),
        placed.map((node) => {
          let [x2, y3] = at(node);
          return /* @__PURE__ */ a3(
            "g",
            {
              class: `node p${node.player < 0 ? "x" : node.player % 4}${node.key === chosen ? " chosen" : ""}`,
              role: "treeitem",
              "aria-level": node.path.length + 1,
              "aria-selected": node.key === chosen,
              tabindex: node.key === (byKey.has(chosen) ? chosen : "") ? 0 : -1,
              "data-node": node.key,
              "aria-label": named2(node),
              "aria-expanded": node.children ? node.isOpen : void 0,
              onClick: () => onOpen(node),
              onKeyDown: (event) => {
                (event.key === "Enter" || event.key === " ") && (event.preventDefault(), onOpen(node));
              },
              children: [
                /* @__PURE__ */ a3("rect", { class: "hit", x: x2 - 14, y: y3 - 14, width: 28, height: 28 }),
                node.payoffs ? /* @__PURE__ */ a3("text", { x: x2, y: y3 + 5, "text-anchor": "middle", class: "leaf", children: numbers(node.payoffs.length === 2 && node.payoffs[0] === -(node.payoffs[1] ?? 0) ? [node.payoffs[0] ?? 0] : node.payoffs) }) : node.player < 0 ? /* @__PURE__ */ a3("circle", { cx: x2, cy: y3, r: 10 }) : /* @__PURE__ */ a3("rect", { x: x2 - 10, y: y3 - 10, width: 20, height: 20, rx: 3 }),
                node.children > 0 && /* @__PURE__ */ a3("text", { x: x2, y: y3 + 4, "text-anchor": "middle", class: "mark", children: node.isOpen ? node.player < 0 ? "" : node.player : `+${node.children}` })
              ]
            },
            node.key
          );
        }),
        placed.map((node) => {
          if (!node.children || node.isOpen) return null;
          let [x2, y3] = at(node);
          return /* @__PURE__ */ a3("text", { class: "tick", x: x2, y: y3 + 26, "text-anchor": "middle", "aria-hidden": "true", "data-closed": node.key, children: shortOf(node).map((line, k2) => /* @__PURE__ */ a3("tspan", { x: x2, dy: k2 ? 13 : 0, children: line }, k2)) }, `closed ${node.key}`);
        })
      ] }) }),
      /* @__PURE__ */ a3(Minimap, { box, width, height, edges })
    ] });
  }
  function Minimap({ box, width, height, edges }) {
    let say4 = useWords3(), [seen, setSeen] = d2(null);
    if (F2(() => {
      let frame = box.current;
      if (!frame) return;
      let look = () => {
        let isAll = frame.scrollWidth <= frame.clientWidth + 1 && frame.scrollHeight <= frame.clientHeight + 1;
        setSeen(isAll ? null : { x: frame.scrollLeft, y: frame.scrollTop, wide: frame.clientWidth, high: frame.clientHeight });
      };
      look(), frame.addEventListener("scroll", look, { passive: !0 });
      let watch = new ResizeObserver(look);
      return watch.observe(frame), () => {
        frame.removeEventListener("scroll", look), watch.disconnect();
      };
    }, [width, height]), !seen) return null;
    let move = (event) => {
      let area = event.currentTarget.getBoundingClientRect();
      box.current?.scrollTo({ left: (event.clientX - area.left) / area.width * width - seen.wide / 2, top: (event.clientY - area.top) / area.height * height - seen.high / 2 });
    };
    return /* @__PURE__ */ a3("div", { class: "minimap", "aria-hidden": "true", title: say4("tree.map"), children: /* @__PURE__ */ a3(
      "svg",
      {
        viewBox: `0 0 ${width} ${height}`,
        preserveAspectRatio: "none",
        onPointerDown: (event) => (event.currentTarget.setPointerCapture(event.pointerId), move(event)),
        onPointerMove: (event) => event.buttons && move(event),
        children: [
          /* @__PURE__ */ a3("path", { class: "edge", d: edges, "vector-effect": "non-scaling-stroke" }),
          /* @__PURE__ */ a3("rect", { class: "view", x: seen.x, y: seen.y, width: Math.min(seen.wide, width), height: Math.min(seen.high, height), "vector-effect": "non-scaling-stroke" })
        ]
      }
    ) });
  }
  function reachOf(node, nodes) {
    let reach = 1;
    for (let depth = 1; depth <= node.path.length; depth++) {
      let at = nodes.get(keyOf(node.path.slice(0, depth))), share = at?.probability ?? nodes.get(keyOf(node.path.slice(0, depth - 1)))?.mix?.[at?.action ?? ""];
      if (share == null) return null;
      reach *= share;
    }
    return reach;
  }
  function OfRun({ run, player, infoset }) {
    let say4 = useWords3(), row = useAsk(`/runs/${run}/infosets?${new URLSearchParams({ q: infoset, player: String(player), limit: "100" })}`, !0).data?.items.find((each) => each.infoset === infoset);
    return row ? /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("dl", { class: "facts", children: [
        /* @__PURE__ */ a3(Fact, { label: say4("tree.value"), children: fixed(row.value) }),
        /* @__PURE__ */ a3(Fact, { label: say4("tree.reach"), children: row.reach === null ? "–" : percent(row.reach) })
      ] }),
      /* @__PURE__ */ a3("p", { children: /* @__PURE__ */ a3("a", { href: `/runs/${run}/time?${new URLSearchParams({ player: String(player), infoset })}`, children: say4("tree.time") }) })
    ] }) : null;
  }
  function Chosen({ node, run, overlay, reach, below }) {
    let say4 = useWords3();
    return /* @__PURE__ */ a3("section", { class: "panel", "aria-labelledby": "chosen", children: [
      /* @__PURE__ */ a3("h2", { id: "chosen", children: node.payoffs ? say4("tree.pays", { payoffs: numbers(node.payoffs) }) : node.player < 0 ? say4("log.chance") : say4("play.seat.n", { n: node.player }) }),
      node.infoset !== null && /* @__PURE__ */ a3("p", { children: [
        /* @__PURE__ */ a3("span", { class: "muted", children: say4("tree.knows") }),
        " ",
        /* @__PURE__ */ a3("code", { children: node.infoset })
      ] }),
      node.mix && /* @__PURE__ */ a3("ul", { class: "mixes", children: Object.entries(node.mix).map(([name, share], i3) => /* @__PURE__ */ a3("li", { children: [
        /* @__PURE__ */ a3("i", { class: `swatch a${i3 % 6}`, "aria-hidden": "true" }),
        /* @__PURE__ */ a3("code", { children: name }),
        /* @__PURE__ */ a3("span", { children: percent(share) })
      ] }, name)) }),
      node.figures && overlay !== "average" && /* @__PURE__ */ a3("dl", { class: "facts", "aria-label": say4(`tree.figures.${overlay}`), children: Object.entries(node.figures).map(([name, figure]) => /* @__PURE__ */ a3(Fact, { label: `${say4(`tree.figures.${overlay}`)} · ${name}`, children: /* @__PURE__ */ a3("span", { "data-figure": name, children: overlay === "current" ? percent(figure) : small(figure).replace("-", "−") }) }, name)) }),
      below !== null && below > 0 && /* @__PURE__ */ a3("p", { class: "muted", children: say4("tree.below", { n: count(below) }) }),
      reach !== null && /* @__PURE__ */ a3("p", { class: "muted", children: say4("tree.here", { share: percent(reach) }) }),
      run && node.infoset !== null && /* @__PURE__ */ a3(OfRun, { run, player: node.player, infoset: node.infoset }),
      node.probability !== null && /* @__PURE__ */ a3("p", { class: "muted", children: say4("tree.chance", { p: fixed(node.probability, 4) }) })
    ] });
  }

  // src/pure/spec.ts
  function number(value) {
    return value !== 0 && Math.abs(value) < 1e-3 ? value.toExponential() : String(value);
  }
  function asPython2(ask2) {
    let parts = ["iterations", "until", "seconds", "seed", "threads"].filter((key) => ask2[key] !== void 0 && !(key === "seed" && ask2.seed === 0)).map((key) => `${key}=${number(ask2[key])}`);
    return ask2.merge === !1 && parts.push("merge=False"), ask2.method !== "lp" && parts.push("curve=True"), [
      "import tianji as tj",
      "",
      `game = tj.load(${JSON.stringify(ask2.game)})`,
      `solution = tj.solve(game, ${[JSON.stringify(ask2.method), ...parts].join(", ")})`,
      "print(solution.values, solution.exploitability)",
      'solution.save("result.safetensors")'
    ].join(`
`);
  }
  function asCommand(ask2) {
    let parts = ["iterations", "until", "seconds", "seed", "threads"].filter((key) => ask2[key] !== void 0 && !(key === "seed" && ask2.seed === 0)).map((key) => `--${key} ${number(ask2[key])}`);
    ask2.merge === !1 && parts.push("--no-merge"), ask2.method !== "lp" && parts.push("--plot curve.svg");
    let quote = (text) => /^[\w+.-]+$/.test(text) ? text : text.includes("'") ? `"${text}"` : `'${text}'`;
    return ["tianji solve", quote(ask2.game), `--method ${quote(ask2.method)}`, ...parts, "--out result.safetensors"].join(" ");
  }

  // src/screens/RunScreen.tsx
  var TABS2 = ["curve", "strategy", "files", "log", "code"];
  function RunScreen({ id, query }) {
    let say4 = useWords(), spoken = useStore(language), { run, points, error } = useRun(id), isElsewhere = run !== null && run.kind !== "solve" && run.body.game === void 0;
    A2(() => {
      isElsewhere && go(`/holdem/${id}`, "replace");
    }, [isElsewhere]);
    let wanted = query.get("tab"), tab = TABS2.find((each) => each === wanted) ?? "curve";
    if (useTitle(run ? run.name || run.body.game : say4("nav.runs")), !run || isElsewhere) return /* @__PURE__ */ a3(NoRun, { error });
    let again = new URLSearchParams(Object.entries(run.body).filter(([key, value]) => key !== "game" && value !== void 0 && value !== null && key !== "merge").map(([key, value]) => [key, String(value)]));
    return /* @__PURE__ */ a3(
      RunFrame,
      {
        run,
        title: run.name || run.body.game,
        lead: /* @__PURE__ */ a3($, { children: [
          /* @__PURE__ */ a3("code", { children: run.body.game }),
          " · ",
          /* @__PURE__ */ a3("code", { children: run.body.method }),
          " · ",
          ago(run.created, spoken)
        ] }),
        again: `/solve/${encodeURIComponent(run.body.game)}?${again}`,
        controls: /* @__PURE__ */ a3($, { children: [
          run.result !== null && run.result.iterations > 0 && /* @__PURE__ */ a3("a", { class: "button", href: `/runs/${id}/time`, children: [
            /* @__PURE__ */ a3(Icon, { name: "solve" }),
            say4("run.time.travel")
          ] }),
          run.result !== null && /* @__PURE__ */ a3("a", { class: "button", href: `/tree/${encodeURIComponent(run.body.game)}?run=${id}`, children: say4("run.tree") }),
          /* @__PURE__ */ a3("a", { class: "button", "data-key": "c", href: `/runs?compare=${id}`, children: say4("run.compare") })
        ] }),
        children: [
          run.state === "running" && run.progress?.message && /* @__PURE__ */ a3("p", { class: "banner", children: run.progress.message }),
          /* @__PURE__ */ a3(Proof, { run }),
          /* @__PURE__ */ a3("nav", { class: "tabs", "aria-label": say4("run.tabs"), children: TABS2.map((each) => /* @__PURE__ */ a3("a", { "data-key": each === "code" ? "y" : void 0, "aria-current": tab === each ? "page" : void 0, href: `/runs/${id}${each === "curve" ? "" : `?tab=${each}`}`, children: say4(`tab.${each}`) }, each)) }),
          /* @__PURE__ */ a3("section", { class: "panel tab", "aria-label": say4(`tab.${tab}`), children: [
            tab === "curve" && (run.body.method === "lp" ? /* @__PURE__ */ a3(Empty, { title: say4("curve.lp") }) : /* @__PURE__ */ a3(CurveTab, { id, points, target: run.body.until, isRunning: run.state === "running" })),
            tab === "strategy" && /* @__PURE__ */ a3(StrategyTab, { run }),
            tab === "files" && /* @__PURE__ */ a3(FilesTab, { id, stamp: run.changed }),
            tab === "log" && /* @__PURE__ */ a3(LogTab, { id, stamp: run.changed }),
            tab === "code" && /* @__PURE__ */ a3($, { children: [
              /* @__PURE__ */ a3("p", { class: "muted small", children: say4("code.lead") }),
              /* @__PURE__ */ a3(Code, { label: "Python", text: asPython2(run.body) }),
              /* @__PURE__ */ a3(Code, { label: say4("code.shell"), text: asCommand(run.body) })
            ] })
          ] })
        ]
      }
    );
  }
  function Proof({ run }) {
    let say4 = useWords(), { result, progress } = run, gap = gapOf(run), isLive = run.state === "running", share = progress?.total ? Math.min(1, progress.done / progress.total) : null;
    return /* @__PURE__ */ a3("section", { class: "proof", "aria-label": say4("proof.label"), children: [
      /* @__PURE__ */ a3("dl", { class: "facts", children: [
        /* @__PURE__ */ a3(Fact, { label: say4("exploitability"), isMain: !0, children: /* @__PURE__ */ a3("span", { "data-fact": "exploitability", children: result && result.exploitability === null ? say4("proof.unknown") : small(gap) }) }),
        result?.values.map((value, player) => /* @__PURE__ */ a3(Fact, { label: say4("proof.value", { player }), children: /* @__PURE__ */ a3("span", { "data-fact": `value-${player}`, children: fixed(value, 5) }) }, player)),
        /* @__PURE__ */ a3(Fact, { label: say4("curve.iterations"), children: count(result?.iterations ?? progress?.done ?? run.last?.iterations) }),
        /* @__PURE__ */ a3(Fact, { label: say4("run.time"), children: duration(result?.seconds ?? progress?.seconds ?? run.last?.seconds) }),
        isLive && progress ? /* @__PURE__ */ a3($, { children: [
          /* @__PURE__ */ a3(Fact, { label: say4("run.rate"), children: progress.rate ? `${count(progress.rate)}/s` : "–" }),
          /* @__PURE__ */ a3(Fact, { label: say4("run.left.label"), children: left(run) ?? "–" }),
          /* @__PURE__ */ a3(Fact, { label: say4("games.memory"), children: bytes(progress.rss) })
        ] }) : /* @__PURE__ */ a3($, { children: [
          result && /* @__PURE__ */ a3(Fact, { label: say4("proof.stopped"), children: say4(`stopped.${result.stopped}`) }),
          result && result.seed !== null && /* @__PURE__ */ a3(Fact, { label: say4("solve.seed"), children: result.seed }),
          result && /* @__PURE__ */ a3(Fact, { label: say4("solve.method").toLowerCase(), children: result.method }),
          /* @__PURE__ */ a3(Source, { run })
        ] })
      ] }),
      isLive && /* @__PURE__ */ a3("div", { class: share === null ? "bar open" : "bar", role: "progressbar", "aria-label": say4("run.progress"), ...share === null ? {} : { "aria-valuenow": Math.round(share * 100), "aria-valuemin": 0, "aria-valuemax": 100 }, children: /* @__PURE__ */ a3("div", { style: { width: share === null ? "100%" : `${share * 100}%` } }) }),
      /* @__PURE__ */ a3("p", { class: "claim", children: [
        result ? result.stopped === "exact" ? say4("proof.exact") : say4("proof.claim", { players: result.players }) : say4("proof.live"),
        result?.note && /* @__PURE__ */ a3("span", { lang: "en", children: ` ${result.note.charAt(0).toUpperCase()}${result.note.slice(1)}.` }),
        result?.unsaved && /* @__PURE__ */ a3("span", { class: "bad", children: [
          " ",
          result.unsaved
        ] })
      ] })
    ] });
  }
  function StrategyTab({ run }) {
    let say4 = useWords(), [text, setText] = d2(""), [player, setPlayer] = d2(null), [limit, setLimit] = d2(50), [sort, setSort] = d2(["reach", !1]), late = useLater(text, 200), head = (key, name, isNumber = !0) => /* @__PURE__ */ a3("th", { class: isNumber ? "number" : "", "aria-sort": sort[0] === key ? sort[1] ? "ascending" : "descending" : "none", children: /* @__PURE__ */ a3("button", { type: "button", class: "plain sort", title: say4("strategy.sort", { column: name }), onClick: () => setSort([key, sort[0] === key ? !sort[1] : key === "infoset"]), children: name }) }), isReady = run.result !== null, query = new URLSearchParams({ q: late, limit: String(limit), seen: run.changed, sort: sort[0], low: String(sort[1]) });
    player !== null && query.set("player", String(player));
    let { data: data2, error, isLoading } = useAsk(isReady ? `/runs/${run.id}/infosets?${query}` : null), said = useAsk(data2 ? `/runs/${run.id}/infosets?${query}&words=true` : null).data, words = new Map((said?.items ?? []).map((row) => [`${row.player} ${row.infoset}`, row]));
    return isReady ? /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("div", { class: "tools", children: [
        /* @__PURE__ */ a3("input", { type: "search", "aria-label": say4("strategy.search"), placeholder: say4("strategy.search"), value: text, onInput: (event) => (setText(event.currentTarget.value), setLimit(50)) }),
        /* @__PURE__ */ a3("div", { class: "segments", role: "group", "aria-label": say4("strategy.player"), children: [
          /* @__PURE__ */ a3("button", { type: "button", "aria-pressed": player === null, onClick: () => setPlayer(null), children: say4("strategy.all") }),
          Array.from({ length: run.result?.players ?? 2 }, (_3, i3) => /* @__PURE__ */ a3("button", { type: "button", "aria-pressed": player === i3, onClick: () => setPlayer(i3), children: say4("player", { n: i3 }) }, i3))
        ] })
      ] }),
      /* @__PURE__ */ a3(Damaged, { error, run: run.id }),
      data2 && /* @__PURE__ */ a3("p", { class: "muted small", "aria-live": "polite", children: say4("strategy.count", { shown: data2.items.length, total: count(data2.total ?? 0) }) }),
      isLoading && !data2 && /* @__PURE__ */ a3("p", { class: "muted", children: say4("loading") }),
      data2 && /* @__PURE__ */ a3("div", { class: "scroll", tabIndex: 0, role: "group", "aria-label": say4("strategy.infoset"), children: /* @__PURE__ */ a3("table", { class: "data strategy", children: [
        /* @__PURE__ */ a3("thead", { children: /* @__PURE__ */ a3("tr", { children: [
          head("infoset", say4("strategy.infoset"), !1),
          head("reach", say4("strategy.reach")),
          head("value", say4("strategy.value")),
          /* @__PURE__ */ a3("th", { children: say4("strategy.plays") })
        ] }) }),
        /* @__PURE__ */ a3("tbody", { children: data2.items.map((row) => /* @__PURE__ */ a3(InfosetRow, { row: { ...row, ...words.get(`${row.player} ${row.infoset}`) } }, `${row.player} ${row.infoset}`)) })
      ] }) }),
      data2 && data2.next !== null && limit < 500 && /* @__PURE__ */ a3("p", { children: /* @__PURE__ */ a3("button", { type: "button", class: "button", onClick: () => setLimit(Math.min(500, limit + 100)), children: say4("strategy.more") }) })
    ] }) : /* @__PURE__ */ a3(Empty, { title: say4("strategy.none") });
  }
  function InfosetRow({ row }) {
    let say4 = useWords(), actions = Object.entries(row.actions);
    return /* @__PURE__ */ a3("tr", { children: [
      /* @__PURE__ */ a3("td", { children: [
        /* @__PURE__ */ a3("span", { class: `seat p${row.player % 4}`, children: say4("player", { n: row.player }) }),
        " ",
        /* @__PURE__ */ a3("code", { children: row.infoset }),
        row.count > 1 && /* @__PURE__ */ a3("small", { class: "muted", children: [
          " ×",
          row.count
        ] }),
        row.told && /* @__PURE__ */ a3("small", { class: "said", lang: "en", children: row.told })
      ] }),
      /* @__PURE__ */ a3("td", { class: "number", children: row.reach === null ? "–" : percent(row.reach) }),
      /* @__PURE__ */ a3("td", { class: "number", children: fixed(row.value) }),
      /* @__PURE__ */ a3("td", { class: "mix", children: [
        /* @__PURE__ */ a3("div", { class: "mixbar", "aria-hidden": "true", children: actions.map(([name, share], i3) => share > 2e-3 ? /* @__PURE__ */ a3("span", { class: `a${i3 % 6}`, style: { flexGrow: share } }, name) : null) }),
        /* @__PURE__ */ a3("span", { class: "mixtext", children: actions.map(([name, share], i3) => /* @__PURE__ */ a3("span", { class: "act", children: [
          /* @__PURE__ */ a3("i", { class: `a${i3 % 6}`, "aria-hidden": "true" }),
          /* @__PURE__ */ a3("code", { children: name }),
          row.texts?.[i3] && row.texts[i3] !== name && /* @__PURE__ */ a3("span", { class: "muted", lang: "en", children: row.texts[i3] }),
          " ",
          percent(share)
        ] }, name)) })
      ] })
    ] });
  }

  // src/widget.tsx
  function part(tree, query) {
    let at = query.get("at") ?? "", level = at ? at.split(".").length : 0, below = (path) => !at || path.join(".").startsWith(`${at}.`), nodes = tree.nodes.filter(({ path }) => path.length <= (at ? level + 1 : 3) && below(path));
    return nodes.length ? { ...tree, nodes } : void 0;
  }
  function infosets(rows, query) {
    let text = (query.get("q") ?? "").toLowerCase(), player = query.get("player"), found = rows.filter((row) => (player === null || row.player === Number(player)) && row.infoset.toLowerCase().includes(text)), limit = Number(query.get("limit") ?? 50);
    return { items: found.slice(0, limit), next: found.length > limit ? limit : null, total: found.length };
  }
  function Page() {
    let { path, query } = useStore(place), [, first = "", ...rest] = path.split("/"), second = decodeURIComponent(rest.join("/"));
    return first === "holdem" ? /* @__PURE__ */ a3(Holdem, { part: second, query }) : first === "tree" ? /* @__PURE__ */ a3(Tree, { spec: second, query }) : /* @__PURE__ */ a3(RunScreen, { id: second, query });
  }
  var data = JSON.parse(document.getElementById("data")?.textContent ?? ""), root = document.getElementById("app");
  keepAnswers({
    answer: (path) => {
      let [place3 = "", text = ""] = path.split("?"), query = new URLSearchParams(text);
      return place3.endsWith("/infosets") ? infosets(data.infosets, query) : place3.endsWith("/tree") && data.tree ? part(data.tree, query) : data.answers[path.replace("values=false", "values=true")] ?? data.answers[place3];
    },
    events: data.events
  });
  stayAt(data.address);
  document.addEventListener("click", (event) => {
    let link = event.target?.closest("a");
    if (!link) return;
    event.preventDefault();
    let address = link.getAttribute("href") ?? "";
    address.split("?")[0] === place.value.path && go(address);
  });
  root && Q(/* @__PURE__ */ a3(Page, {}), root);
})();
