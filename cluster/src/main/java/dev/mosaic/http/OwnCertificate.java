package dev.mosaic.http;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import dev.mosaic.mesh.Keys;
import java.security.KeyManagementException;
import java.security.Provider;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/** Each connection begins with the keys of that moment; clients show no certificate, but a token. */
final class OwnCertificate extends HttpsConfigurator {
    OwnCertificate(Keys keys) {
        super(new Context(new Engines(keys)));
    }

    @Override
    public void configure(HttpsParameters parameters) {
        SSLParameters tls = new SSLParameters();
        tls.setProtocols(new String[] {"TLSv1.3"});
        tls.setNeedClientAuth(false);
        parameters.setSSLParameters(tls);
    }

    private static final class Context extends SSLContext {
        Context(Engines engines) {
            super(engines, new Own(), "TLSv1.3");
        }
    }

    private static final class Own extends Provider {
        private static final long serialVersionUID = 1;

        Own() {
            super("Mosaic", "1", "keys that are read again");
        }
    }

    /** The JDK's server asks for engines only. */
    private static final class Engines extends SSLContextSpi {
        private final Keys keys;

        Engines(Keys keys) {
            this.keys = keys;
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            return keys.engine(false);
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            return keys.engine(false);
        }

        @Override
        protected void engineInit(KeyManager[] own, TrustManager[] trusted, SecureRandom random)
                throws KeyManagementException {
            throw new KeyManagementException("it has its keys");
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            throw new UnsupportedOperationException("engines only");
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            throw new UnsupportedOperationException("engines only");
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            throw new UnsupportedOperationException("engines only");
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            throw new UnsupportedOperationException("engines only");
        }
    }
}
