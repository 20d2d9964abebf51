"""A Jasmin as it lies on its disk: the files of its store, its messages.log, and what they hold.

    python3 store.py FOLDER --users 500 --connectors 50 --routes 200 --log 100000

The classes have the names and attributes of github.com/jookies/jasmin (0.12) and of its smpp.pdu, and
none of its code; CPython's own pickle writes them. Nothing here knows the importer. The connector of
a line of the log is found by the filters as Python reads them. facts.json says what there is.
"""
import argparse
import datetime
import hashlib
import json
import os
import pickle
import random
import re
import sys
import types
from enum import Enum


def module(name):
    """A module of this name, whose classes pickle under it."""
    parts = name.split('.')
    for length in range(1, len(parts) + 1):
        sys.modules.setdefault('.'.join(parts[:length]), types.ModuleType('.'.join(parts[:length])))
    return sys.modules[name]


def define(where, *names):
    for name in names:
        made = type(name, (), {'__init__': lambda self, **state: self.__dict__.update(state)})
        made.__module__ = where
        setattr(module(where), name, made)
        globals()[name] = made


def enumerate_(name, names):
    made = Enum(name, names)
    made.__module__ = 'smpp.pdu.pdu_types'
    setattr(module('smpp.pdu.pdu_types'), name, made)
    globals()[name] = made


API = 'jasmin.routing.jasminApi'
define(API, 'Group', 'User', 'MtMessagingCredential', 'SmppsCredential', 'Connector')
define(API, 'HttpConnector', 'SmppClientConnector', 'SmppServerSystemIdConnector')
define(API, 'MOInterceptorScript', 'MTInterceptorScript')
define('jasmin.routing.Filters', 'TransparentFilter', 'ConnectorFilter', 'UserFilter', 'GroupFilter')
define('jasmin.routing.Filters', 'SourceAddrFilter', 'DestinationAddrFilter', 'ShortMessageFilter')
define('jasmin.routing.Filters', 'DateIntervalFilter', 'TimeIntervalFilter', 'TagFilter', 'EvalPyFilter')
define('jasmin.routing.Routes', 'DefaultRoute', 'StaticMTRoute', 'StaticMORoute')
define('jasmin.routing.Routes', 'RandomRoundrobinMTRoute', 'FailoverMTRoute', 'FailoverMORoute')
define('jasmin.routing.RoutingTables', 'MTRoutingTable', 'MORoutingTable')
define('jasmin.routing.Interceptors', 'StaticMTInterceptor', 'StaticMOInterceptor')
define('jasmin.routing.InterceptionTables', 'MTInterceptionTable', 'MOInterceptionTable')
define('jasmin.protocols.cli.smppccm', 'JCliSMPPClientConfig')
enumerate_('AddrTon', 'UNKNOWN INTERNATIONAL NATIONAL NETWORK_SPECIFIC SUBSCRIBER_NUMBER ALPHANUMERIC ABBREVIATED')
enumerate_('AddrNpi', 'UNKNOWN ISDN DATA TELEX LAND_MOBILE NATIONAL PRIVATE ERMES INTERNET WAP_CLIENT_ID')
enumerate_('PriorityFlag', 'LEVEL_0 LEVEL_1 LEVEL_2 LEVEL_3')
enumerate_('ReplaceIfPresentFlag', 'DO_NOT_REPLACE REPLACE')


def shown(text, **state):
    """What every filter, connector and route keeps beside its own: how it prints itself."""
    return dict(state, _repr='<%s>' % text, _str=text)


def no_filter(**state):
    everything = dict.fromkeys(
        ['connector', 'user', 'group', 'source_addr', 'short_message', 'dateInterval', 'timeInterval'])
    return dict(everything, **state)


def group(gid, enabled=True):
    return Group(gid=gid, enabled=enabled)


def user(uid, of, username, password, rights=None, patterns=None, sender=None, quotas=None, binds=None,
         addresses=None, enabled=True):
    authorizations = dict.fromkeys(
        ['http_send', 'http_balance', 'http_rate', 'smpps_send', 'http_long_content', 'set_dlr_level',
         'http_set_dlr_method', 'set_source_address', 'set_priority', 'set_validity_period',
         'set_hex_content', 'set_schedule_delivery_time'], True)
    filters = {'destination_address': '.*', 'source_address': '.*', 'priority': '^[0-3]$',
               'validity_period': r'^\d+$', 'content': '.*'}
    limits = dict.fromkeys(['balance', 'early_decrement_balance_percent', 'submit_sm_count',
                            'http_throughput', 'smpps_throughput'])
    return User(
        uid=uid, group=of, enabled=enabled, username=username,
        password=hashlib.md5(password.encode('ascii')).digest(),
        mt_credential=MtMessagingCredential(
            authorizations=dict(authorizations, http_bulk=False, **(rights or {})),
            value_filters={name: re.compile(dict(filters, **(patterns or {}))[name]) for name in filters},
            defaults={'source_address': sender}, quotas=dict(limits, **(quotas or {})), quotas_updated=False),
        smpps_credential=SmppsCredential(
            authorizations={'bind': True, 'ip': addresses or '0.0.0.0/0'}, quotas={'max_bindings': binds}))


def connector(cid, **settings):
    standard = dict(
        id=cid, host='127.0.0.1', port=2775, username='smppclient', password='password', systemType='',
        log_file='/var/log/jasmin/default-%s.log' % cid, log_rotate='midnight', log_level=20, log_privacy=False,
        sessionInitTimerSecs=30, enquireLinkTimerSecs=30, inactivityTimerSecs=300, responseTimerSecs=120,
        pduReadTimerSecs=10, dlr_expiry=86400, reconnectOnConnectionLoss=True, reconnectOnConnectionFailure=True,
        reconnectOnConnectionLossDelay=10, reconnectOnConnectionFailureDelay=10, useSSL=False,
        SSLCertificateFile=None, bindOperation='transceiver', service_type=None, addressTon=AddrTon.UNKNOWN,
        addressNpi=AddrNpi.UNKNOWN, source_addr_ton=AddrTon.NATIONAL, source_addr_npi=AddrNpi.ISDN,
        dest_addr_ton=AddrTon.INTERNATIONAL, dest_addr_npi=AddrNpi.ISDN, addressRange=None, source_addr=None,
        protocol_id=None, priority_flag=PriorityFlag.LEVEL_0, schedule_delivery_time=None, validity_period=None,
        replace_if_present_flag=ReplaceIfPresentFlag.DO_NOT_REPLACE, sm_default_msg_id=0, data_coding=0,
        requeue_delay=120, submit_sm_throughput=1, dlr_msg_id_bases=0, custom_tlvs=[])
    return JCliSMPPClientConfig(**dict(standard, **settings))


def http(cid, url, method='GET'):
    return HttpConnector(**shown('HttpConnector', cid=cid, baseurl=url, method=method))


def smppc(cid):
    return SmppClientConnector(**shown('smppc Connector', cid=cid))


def smpps(system_id):
    return SmppServerSystemIdConnector(**shown('smpps Connector', cid=system_id, system_id=system_id))


def destination(pattern):
    return DestinationAddrFilter(**shown('DA (dst_addr=%s)' % pattern, **no_filter(destination_addr=re.compile(pattern))))


def source(pattern):
    return SourceAddrFilter(**shown('SA (src_addr=%s)' % pattern, **no_filter(source_addr=re.compile(pattern))))


def content(pattern):
    return ShortMessageFilter(**shown('SM (msg=%s)' % pattern, **no_filter(short_message=re.compile(pattern))))


def of_user(who):
    bare = User(uid=who, group=None, enabled=True, username=None, password=None)
    return UserFilter(**shown('U (uid=%s)' % who, **no_filter(user=bare)))


def of_group(gid):
    return GroupFilter(**shown('G (gid=%s)' % gid, **no_filter(group=group(gid))))


def tagged(tag):
    return TagFilter(**shown('TG (tag=%s)' % tag, **no_filter(tag=str(tag))))


def transparent():
    return TransparentFilter(**shown('T', **no_filter()))


def program(code):
    return EvalPyFilter(**shown('Ev (pyCode=%s ..)' % code[:10], **no_filter(pyCode=code)))


def dates(first, last):
    return DateIntervalFilter(**shown('DI (%s,%s)' % (first, last), **no_filter(dateInterval=[first, last])))


def times(first, last):
    return TimeIntervalFilter(**shown('TI (%s,%s)' % (first, last), **no_filter(timeInterval=[first, last])))


def route(kind, filters, connectors, rate=0.0):
    return kind(**shown(kind.__name__, filters=filters, connector=connectors, rate=rate))


def write(folder, name, value, protocol):
    with open(os.path.join(folder, 'jcli-prod.%s' % name), 'wb') as file:
        file.write(b'Persisted on Thu Nov 26 21:14:05 2026 [Jasmin 0.11.1]\n')
        file.write(pickle.dumps(value, protocol))


def matches(one, message):
    name = type(one).__name__
    if name == 'TransparentFilter':
        return True
    if name == 'DestinationAddrFilter':
        return one.destination_addr.match(message['to']) is not None
    if name == 'SourceAddrFilter':
        return one.source_addr.match(message['from']) is not None
    if name == 'ShortMessageFilter':
        return one.short_message.match(message['text']) is not None
    if name == 'UserFilter':
        return one.user.uid == message['user']
    if name == 'GroupFilter':
        return one.group.gid == message['group']
    if name == 'TimeIntervalFilter':
        return one.timeInterval[0] <= message['at'].time() <= one.timeInterval[1]
    if name == 'DateIntervalFilter':
        return one.dateInterval[0] <= message['at'].date() <= one.dateInterval[1]
    return False


PREFIXES = ['25470', '25471', '25472', '25473', '25474', '25475', '25476', '25477', '25478', '25479', '25510',
            '25511', '25565', '25567', '25568', '25571', '25574', '25575', '25576', '25578', '25675', '25677',
            '25678', '25882', '25883', '25884', '25885', '25886', '25887', '26097', '26377', '27', '44', '49']
TEXTS = ['Your code is 4711', 'Ol\u00e1! O seu pedido chegou.', 'WIN a phone today', 'Balance: 12.50', 'It\'s [ready] "now"']


def build(chance, counts):
    groups = [group('team-%02d' % n, n % 13 != 12) for n in range(max(6, counts.users // 12))]
    users, passwords = [], {}
    for n in range(counts.users):
        uid, username = 'u%04d' % n, 'acct%04d' % n
        passwords[username] = 'pw%06d' % chance.randrange(10 ** 6)
        patterns = {}
        if n % 7 == 0:
            patterns['destination_address'] = chance.choice(['^254', r'^25[45]\d{8,9}$', '^(?!25470|25471).*', '^(254|255|256)'])
        if n % 11 == 0:
            patterns['source_address'] = r'^[A-Za-z0-9 ]{3,11}$'
        if n % 97 == 96:
            patterns['content'] = r'^(?=.*code)(?!.*http).*'
        users.append(user(
            uid, chance.choice(groups), username, passwords[username],
            rights={'set_priority': False} if n % 5 == 0 else None, patterns=patterns,
            sender='SENDER%d' % (n % 40) if n % 3 == 0 else None,
            quotas={'balance': float(n) if n % 4 else None, 'submit_sm_count': n * 10 if n % 9 == 0 else None,
                    'http_throughput': 20 if n % 6 == 0 else None, 'smpps_throughput': 50.5 if n % 8 == 0 else None},
            binds=n % 5 or None, addresses='10.1.0.0/16,196.201.214.200' if n % 10 == 0 else None, enabled=n % 50 != 49))
    connectors = []
    for n in range(counts.connectors):
        settings = dict(host='10.8.%d.%d' % (n // 200, n % 200 + 1), port=2775 + n % 3, username='tuma%02d' % n,
                        password='secret%02d' % n, submit_sm_throughput=chance.choice([0, 1, 20, 100.5]))
        if n % 4 == 1:
            settings.update(source_addr_ton='ALPHANUMERIC', source_addr_npi='UNKNOWN')
        if n % 5 == 2:
            settings.update(dlr_msg_id_bases=1, bindOperation='transmitter')
        if n % 10 == 3:
            settings.update(useSSL=True, systemType='OTA')
        if n % 25 == 24:
            settings.update(custom_tlvs=[{'tag': 0x1400, 'type': 'COctetString', 'value': 'x', 'length': None, 'required': False}])
        connectors.append({'id': 'carrier-%02d' % n, 'config': connector('carrier-%02d' % n, **settings),
                           'service_status': 1 if n % 3 else 0})
    httpccs = {'hook-%02d' % n: http('hook-%02d' % n, 'https://shop%d.example/mo' % n, chance.choice(['GET', 'POST']))
               for n in range(max(1, counts.connectors // 4))}
    cid = lambda: smppc('carrier-%02d' % chance.randrange(counts.connectors))
    table = []
    for n in range(counts.routes - 1):
        prefix = PREFIXES[n % len(PREFIXES)]
        filters = [destination('^' + prefix)]
        if n % 3 == 0:
            filters = [destination('^%s%d' % (prefix, chance.randrange(10)))]
        if n % 5 == 1:
            filters.append(source('^SENDER%d$' % (n % 40)))
        if n % 20 == 2:
            filters = [destination('^' + prefix), content('^(?i:win)')]
        if n % 20 == 4:
            filters.append(times(datetime.time(8, 0, 0), datetime.time(18, 30, 0)))
        if n % 25 == 6:
            filters = [of_user('u%04d' % chance.randrange(counts.users)), destination('^' + prefix)]
        if n % 50 == 8:
            filters = [of_group('team-00')]
        if n % 50 == 9:
            filters = [tagged(n)]
        if n % 100 == 11:
            filters.append(program('result = True'))
        if n % 50 == 13:
            filters.append(dates(datetime.date(2026, 1, 1), datetime.date(2027, 12, 31)))
        kind = RandomRoundrobinMTRoute if n % 6 == 0 else FailoverMTRoute if n % 10 == 5 else StaticMTRoute
        names = [smppc('carrier-%02d' % at) for at in chance.sample(range(counts.connectors), 3)] if kind is not StaticMTRoute else cid()
        table.append({10 * (n + 1): route(kind, filters, names, 0.5 if n % 4 == 0 else 0.0)})
    table.append({0: DefaultRoute(**shown('DefaultRoute', connector=cid(), rate=0.0))})
    table.sort(key=lambda row: -list(row)[0])
    incoming = [{10 * (n + 1): route(FailoverMORoute, [source('^2547%d' % n)], list(httpccs.values())[:2])
                 if n % 5 == 4 else route(StaticMORoute, [destination('^2%04d$' % n)],
                                          smpps('acct%04d' % n) if n % 2 else list(httpccs.values())[n % len(httpccs)])}
                for n in range(counts.routes // 10)]
    incoming.append({0: DefaultRoute(**shown('DefaultRoute', connector=list(httpccs.values())[0], rate=0.0))})
    incoming.sort(key=lambda row: -list(row)[0])
    filters = {'kenya': destination('^254'), 'from-carrier': ConnectorFilter(
        **shown('C (cid=carrier-00)', **no_filter(connector=Connector(**shown('Connector', cid='carrier-00'))))),
        'prog': program('result = routable.pdu.params')}
    interceptors = [{10: StaticMTInterceptor(**shown('StaticMTInterceptor', filters=[transparent()],
                                                     script=MTInterceptorScript(pyCode='x = 1')))}]
    return groups, users, passwords, connectors, httpccs, table, incoming, filters, interceptors


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('folder')
    for name, standard in [('users', 500), ('connectors', 50), ('routes', 200), ('log', 0), ('protocol', 2), ('seed', 1)]:
        parser.add_argument('--' + name, type=int, default=standard)
    counts = parser.parse_args()
    os.makedirs(counts.folder, exist_ok=True)
    chance = random.Random(counts.seed)
    groups, users, passwords, connectors, httpccs, table, incoming, filters, interceptors = build(chance, counts)
    moving = [('router-groups', groups), ('router-users', users), ('smppccs', connectors), ('httpccs', httpccs),
              ('filters', filters), ('router-mtroutes', MTRoutingTable(table=table)),
              ('router-moroutes', MORoutingTable(table=incoming)),
              ('router-mtinterceptors', MTInterceptionTable(table=interceptors)),
              ('router-mointerceptors', MOInterceptionTable(table=[]))]
    for name, value in moving:
        write(counts.folder, name, value, counts.protocol)
    undecided, by_cid = 0, {}
    with open(os.path.join(counts.folder, 'messages.log'), 'w') as log:
        for n in range(counts.log):
            who = chance.choice(users)
            message = {'to': (chance.choice(PREFIXES) + '%09d' % chance.randrange(10 ** 9))[:12],
                       'from': 'SENDER%d' % chance.randrange(40), 'text': chance.choice(TEXTS), 'user': who.uid,
                       'group': who.group.gid, 'at': datetime.datetime(2026, 11, 25) + datetime.timedelta(seconds=n % 86400)}
            for row in table:
                (order, chosen), = row.items()
                if all(matches(one, message) for one in getattr(chosen, 'filters', [])):
                    break
            # A log names no user: these can only be listed.
            if any(type(one).__name__ in ('UserFilter', 'GroupFilter') for one in getattr(chosen, 'filters', [])):
                undecided += 1
            pool = chosen.connector
            cid = chance.choice(pool).cid if isinstance(pool, list) else pool.cid
            by_cid[cid] = by_cid.get(cid, 0) + 1
            log.write('%s INFO     1 SMS-MT [cid:%s] [queue-msgid:%032x] [smpp-msgid:%r] [status:CommandStatus.ESME_ROK] '
                      '[prio:PriorityFlag.LEVEL_0] [dlr:NO_SMSC_DELIVERY_RECEIPT_REQUESTED] [validity:none] '
                      '[from:%r] [to:%r] [content:%r]\n' % (
                          message['at'].strftime('%Y-%m-%d %H:%M:%S'), cid, n, str(n).encode(), message['from'].encode(),
                          message['to'].encode(), message['text'].encode('utf-8')))
    with open(os.path.join(counts.folder, 'facts.json'), 'w') as file:
        json.dump({'groups': len(groups), 'users': len(users), 'passwords': passwords, 'connectors': len(connectors),
                   'http': len(httpccs), 'mtRoutes': len(table), 'moRoutes': len(incoming), 'filters': len(filters),
                   'interceptors': len(interceptors), 'log': counts.log, 'undecided': undecided}, file)


main()
